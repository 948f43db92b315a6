import type { Database } from '@called-it/infra/postgres/client'
import { inSnapshot } from '@called-it/infra/postgres/queries/live/snapshot'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { listRunsSince } from '@called-it/infra/postgres/queries/work/runs'
import { rooms, topics } from '@called-it/shared/contract/live'
import { presentRun } from '../../features/runs/presenter.ts'
import type { Audience, Telling } from '../audience.ts'
import type { Feed } from './feed.ts'

/**
 * The runs, told to admins: those that changed since the last version told. A run carries the version of its
 * last change and none is ever taken away, so that this holds for every version in between as well.
 */
export function runsFeed(db: Database, audience: Audience): Feed {
  let told: number | null = null

  /** `from` null: only where the topic stands. It is a step of nothing, a gap to whoever holds less. */
  async function read(from: number | null): Promise<{ version: number; telling: Telling }> {
    const { version, runs } = await inSnapshot(db, async (trx) => ({
      version: await getTopicVersion(trx, topics.runs),
      runs: from === null ? [] : await listRunsSince(trx, from),
    }))
    return {
      version,
      telling: {
        name: 'run:changed',
        event: { topic: topics.runs, from: from ?? version, to: version, runs: runs.map(presentRun) },
      },
    }
  }

  return {
    async tell() {
      const { version, telling } = await read(told)
      const isNews = version > (told ?? 0)
      told = version
      if (isNews) audience.tell(rooms.admins, telling)
    },
    retell: async (listener, from) => (listener?.isAdmin ? [(await read(from)).telling] : []),
  }
}
