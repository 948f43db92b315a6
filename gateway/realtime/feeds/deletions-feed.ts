import type { Database } from '@called-it/infra/postgres/client'
import { listHiddenUsers } from '@called-it/infra/postgres/queries/accounts/users'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { rooms, topics } from '@called-it/shared/contract/events'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/**
 * Publishes who was deleted or suspended lately to all sockets: pages may hold rows of a board that no other event
 * covers.
 */
export function deletionsFeed(db: Database, audience: Audience): Feed {
  const read = (): Promise<OutgoingEvent> =>
    inSnapshot(db, async (trx) => {
      const to = await getTopicVersion(trx, topics.deletions)
      const userIds = await listHiddenUsers(trx)
      return { name: 'users:deleted', event: { topic: topics.deletions, from: 0, to, userIds } }
    })

  return {
    publish: async () => audience.emit(rooms.public, await read()),
    eventsSince: async () => [await read()],
  }
}
