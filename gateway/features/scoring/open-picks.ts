import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { closePicks } from '@called-it/infra/postgres/queries/standings/score-sets'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { getShowForChange, isShowOpen } from '../../resources/show.ts'

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
export async function requireClosedPicks(
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
