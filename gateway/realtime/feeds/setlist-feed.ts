import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { rooms, topics } from '@called-it/shared/contract/events'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/** Publishes to the operators who watch a show that its editor has changed. They refetch it. */
export function setlistFeed(showId: number, db: Database, audience: Audience): Feed {
  const room = rooms.editors(showId)

  async function read(): Promise<OutgoingEvent> {
    const topic = topics.setlist(showId)
    return {
      name: 'setlist:changed',
      event: { topic, from: 0, to: await getTopicVersion(db, topic), showId },
    }
  }

  return {
    async publish() {
      if (audience.hasSockets(room)) audience.emit(room, await read())
    },
    eventsSince: async (session) => (session?.isOperator ? [await read()] : []),
  }
}
