import { getSettings } from '@called-it/infra/postgres/queries/work/settings'
import { DEMO_SHOW_SECONDS } from '@called-it/shared/contract/demo-show'
import { actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { getShow } from '../../resources/show.ts'
import { requestRun } from '../../runs/request-run.ts'
import { requireClosedPicks } from './open-picks.ts'

type ScoringHandlers = Pick<Handlers, 'scoreShow' | 'testScoreShow' | 'resetScores' | 'playDemoShow'>

export function scoringRoutes(parts: RequestParts): ScoringHandlers {
  const { db } = parts.postgres
  return {
    async scoreShow(request) {
      const { id: showId } = await getShow(db, request.params.showId)
      const { fetchSetlist, closePicks } = request.body
      const actor = actorOf(request)
      const input = { showId, fetchSetlist }
      return requestRun(parts, actor, request.signal, 'score-show', input, (trx, changed, runId) =>
        requireClosedPicks(trx, changed, { actor, showId, runId, closes: closePicks }),
      )
    },

    async testScoreShow(request) {
      const { id: showId } = await getShow(db, request.params.showId)
      const { fetchSetlist } = request.body
      return requestRun(parts, actorOf(request), request.signal, 'test-score-show', { showId, fetchSetlist })
    },

    async resetScores(request) {
      const showId = request.body?.showId ?? null
      if (showId !== null) await getShow(db, showId)
      return requestRun(parts, actorOf(request), request.signal, 'reset-scores', { showId })
    },

    async playDemoShow(request) {
      const { testModeEnabled } = await getSettings(db)
      if (!testModeEnabled) throw new ApiError('test_mode_off')
      const input = { seconds: DEMO_SHOW_SECONDS }
      return requestRun(parts, actorOf(request), request.signal, 'play-demo-show', input)
    },
  }
}
