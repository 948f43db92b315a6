import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { closePicks } from '@called-it/infra/postgres/queries/standings/score-sets'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { getSettings } from '@called-it/infra/postgres/queries/work/settings'
import { DEMO_SHOW_SECONDS } from '@called-it/shared/contract/demo-show'
import { topics } from '@called-it/shared/contract/events'
import { type Actor, actorOf } from '../../auth/actor.ts'
import { requireFreshLogin } from '../../auth/fresh-login.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { getShow, getShowForChange, isShowOpen } from '../../resources/show.ts'
import { requestRun } from '../../runs/request-run.ts'

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
      if (showId === null) await requireFreshLogin(db, request.session.known)
      else await getShow(db, showId)
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

type Scoring = {
  actor: Actor
  showId: number
  runId: number
  /** Whether the request closes open picks. */
  closes: boolean
}

/**
 * Running saves finish first, later ones are refused. The run reopens the picks if it fails.
 *
 * @throws ApiError `show_not_found`; `show_cancelled` by an admin; `picks_open` when the picks are open and the request does not close them
 */
async function requireClosedPicks(
  trx: DatabaseTransaction,
  changed: Set<string>,
  { actor, showId, runId, closes }: Scoring,
): Promise<void> {
  const show = await getShowForChange(trx, showId)
  if (show.cancelledAt) throw new ApiError('show_cancelled')
  if (!isShowOpen(show, await getDatabaseTime(trx))) return
  if (!closes) throw new ApiError('picks_open')
  await closePicks(trx, showId, runId)
  await insertAuditEntry(trx, {
    ...actor,
    action: 'show:picks-closed',
    subject: topics.show(showId),
    details: { runId },
  })
  changed.add(topics.show(showId))
}
