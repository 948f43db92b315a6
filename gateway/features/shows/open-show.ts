import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { isOpenForPicks } from '@called-it/shared/game/calendar'

/**
 * Whether a show takes picks.
 *
 * @param now by the database's clock
 */
export function isShowOpen(show: Show, now: Date): boolean {
  const state = {
    showdate: show.showdate,
    locks_at: show.locksAt,
    is_scored: show.isScored,
    was_scored: show.picksClosed,
  }
  return isOpenForPicks(state, now)
}
