import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { listRunsSince } from '@called-it/infra/postgres/queries/work/runs'
import { rooms, topics } from '@called-it/shared/contract/events'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/**
 * Publishes to admins the runs that changed since the last published version. A run has the version of its last change
 * and is never deleted, so the event holds for every version in between as well.
 */
export function runsFeed(db: Database, audience: Audience): Feed {
  let published: number | null = null

  /** `from` null: the version only, as an empty step, which is a gap for a client that has an older one. */
  async function read(from: number | null): Promise<{ version: number; event: OutgoingEvent }> {
    const { version, runs } = await inSnapshot(db, async (trx) => ({
      version: await getTopicVersion(trx, topics.runs),
      runs: from === null ? [] : await listRunsSince(trx, from),
    }))
    return {
      version,
      event: {
        name: 'run:changed',
        event: { topic: topics.runs, from: from ?? version, to: version, runs },
      },
    }
  }

  return {
    async publish() {
      const { version, event } = await read(published)
      const isNew = version > (published ?? 0)
      published = version
      if (isNew) audience.emit(rooms.admins, event)
    },
    eventsSince: async (session, from) => (session?.isAdmin ? [(await read(from)).event] : []),
  }
}
