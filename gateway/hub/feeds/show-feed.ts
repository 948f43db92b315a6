import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@called-it/infra/postgres/client'
import { findShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listUserScores, type UserScore } from '@called-it/infra/postgres/queries/live/live-scores'
import { rooms, topics } from '@called-it/shared/contract/live'
import { presentShow } from '../../features/shows/presenter.ts'
import type { Audience, Telling } from '../audience.ts'
import type { Feed } from './feed.ts'

/** Fans who are told their score before others get their turn. */
const FANS_A_TURN = 200

/**
 * A show, told whole to everybody, so that a step from 0 leads on from anything; then each fan's own score to
 * that fan. The scores of all who are connected here are read at once; who is not connected costs nothing.
 */
export function showFeed(showId: number, db: Database, audience: Audience): Feed {
  async function readShow(): Promise<Telling[]> {
    const show = await findShow(db, showId)
    if (!show) return []
    return [
      {
        name: 'show:scored',
        event: { topic: topics.show(showId), from: 0, to: show.version, show: presentShow(show) },
      },
    ]
  }

  function describeScore({ predictionId, total, version }: UserScore): Telling {
    return { name: 'score:changed', event: { showId, predictionId, score: total, version } }
  }

  return {
    async tell() {
      for (const telling of await readShow()) audience.tell(rooms.public, telling)
      const scores = await listUserScores(db, showId, audience.fans())
      for (const [index, score] of scores.entries()) {
        if (index > 0 && index % FANS_A_TURN === 0) await nextTurn()
        audience.tell(rooms.fan(score.userId), describeScore(score))
      }
    },
    async retell(listener) {
      const scores = listener ? await listUserScores(db, showId, [listener.userId]) : []
      return [...(await readShow()), ...scores.map(describeScore)]
    },
  }
}
