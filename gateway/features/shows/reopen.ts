import { getProgress, openPicksAgain } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { announceToPlayers } from '@called-it/infra/postgres/queries/notifications/announcements'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { isShowOpen } from '../../resources/show.ts'
import { changeShow, type ShowParts } from './changed-show.ts'
import { requireFuture } from './locks.ts'

/**
 * Opens the picks of a show until another lock, which hides them again.
 *
 * @throws ApiError `show_not_found`, `show_scored`, `show_cancelled`; `picks_open`; `setlist_begun`; `picks_closed` when
 *   a run has scored the show or is about to; 422 for an instant that is not in the future
 */
export function reopenPicks(
  parts: ShowParts,
  actor: Actor,
  showId: number,
  { locksAt, reason }: { locksAt: Date; reason: string },
): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, changed, show, now, audit }) => {
    if (show.isScored) throw new ApiError('show_scored')
    if (show.isCancelled) throw new ApiError('show_cancelled')
    if (isShowOpen(show, now)) throw new ApiError('picks_open')
    const { hasSongs, wasScored } = await getProgress(trx, showId)
    if (hasSongs) throw new ApiError('setlist_begun')
    if (wasScored || show.closedByRun !== null) throw new ApiError('picks_closed')
    requireFuture(locksAt, now)
    const from = show.locksAt.toISOString()
    await openPicksAgain(trx, showId, {
      locksAt,
      notice: { kind: 'reopened', at: now.toISOString(), reason, from },
    })
    const until = locksAt.toISOString()
    await announceToPlayers(trx, [{ kind: 'picks-reopened', showId, payload: { until, reason } }])
    await audit('show:picks-reopened', { locksAt: until, from, reason })
    changed.add(topics.catalogue)
  })
}
