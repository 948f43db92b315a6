import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { mayBegin } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { type Show, waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { endOfTonight } from '@called-it/shared/game/calendar'
import { ApiError } from '../../http/errors.ts'
import { getShow, isShowOpen } from '../../resources/show.ts'

/**
 * Locks a show for a change of its setlist, and reads it and the time afterwards.
 *
 * @throws ApiError `show_not_found`
 */
export async function getShowForUpdate(trx: DatabaseTransaction, showId: number): Promise<Show> {
  await waitForSaves(trx, showId)
  return getShow(trx, showId)
}

/** @throws ApiError `show_scored`, `show_cancelled`, `show_past`, `show_not_begun` */
export function requireRunning(show: Show): void {
  const now = show.readAt
  if (show.isScored) throw new ApiError('show_scored')
  if (show.isCancelled) throw new ApiError('show_cancelled')
  if (now >= endOfTonight(show.showdate)) throw new ApiError('show_past')
  if (isShowOpen(show, now) && !mayBegin(show, now)) throw new ApiError('show_not_begun')
}
