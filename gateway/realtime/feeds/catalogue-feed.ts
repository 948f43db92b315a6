import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { rooms, topics } from '@called-it/shared/contract/events'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/**
 * Publishes to all sockets that songs, tours or shows have changed. The event has no rows, since an import may change
 * thousands: a page refetches what it shows.
 */
export function catalogueFeed(db: Database, audience: Audience): Feed {
  async function read(): Promise<OutgoingEvent> {
    const to = await getTopicVersion(db, topics.catalogue)
    return { name: 'catalogue:changed', event: { topic: topics.catalogue, from: 0, to } }
  }

  return {
    publish: async () => audience.emit(rooms.public, await read()),
    eventsSince: async () => [await read()],
  }
}
