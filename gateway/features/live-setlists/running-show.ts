import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { mayBegin } from '@called-it/infra/postgres/queries/catalogue/first-song'
import { type Show, waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { topics } from '@called-it/shared/contract/live'
import { endOfTonight } from '@called-it/shared/game/calendar'
import { ApiError } from '../../http/errors.ts'
import { getShow, isShowOpen, presentShow } from '../../resources/show.ts'

/**
 * Locks a show for a change of its setlist, and reads it and the time afterwards.
 *
 * @throws ApiError `show_not_found`
 */
export async function lockShow(trx: DatabaseTransaction, showId: number): Promise<Show> {
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

/**
 * Adds the topics of a revision that was stored. An event of the show's topic goes to every page of the site, so only
 * a change of the phase publishes it.
 *
 * @param before the show as it was
 */
export async function addTopicsOfRevision(
  trx: DatabaseTransaction,
  changed: Set<string>,
  before: Show,
  { firstPlays }: { firstPlays: boolean },
): Promise<void> {
  changed.add(topics.setlist(before.id))
  if (firstPlays) changed.add(topics.catalogue)
  const after = await getShow(trx, before.id)
  if (presentShow(after).phase !== presentShow(before).phase) changed.add(topics.show(before.id))
}
