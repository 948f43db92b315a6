import { phaseOf, type ShowPhase, type ShowState } from '@called-it/shared/game/calendar'
import type { Show } from './shows.ts'

export function stateOfShow(show: Show): ShowState {
  return {
    showdate: show.showdate,
    locks_at: show.locksAt,
    is_scored: show.isScored,
    is_cancelled: show.isCancelled,
    picks_closed: show.picksClosed,
  }
}

/** When the show was read. */
export function phaseOfShow(show: Show): ShowPhase {
  return phaseOf({ ...stateOfShow(show), has_songs: show.hasSongs, open_set: show.openSet }, show.readAt)
}
