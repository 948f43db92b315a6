import { RECENT_SHOWS, type Show } from '@called-it/shared/contract/shows'
import { isTonight } from '@called-it/shared/game/calendar'

export function updateUpcomingShows(shows: readonly Show[], changed: Show): Show[] {
  const held = shows.find(({ id }) => id === changed.id)
  if (held && held.version > changed.version) return [...shows]
  const others = shows.filter(({ id }) => id !== changed.id)
  if (!changed.is_open) return others
  return [...others, changed].sort(byLock)
}

/** Tonight's shows after any show has changed. */
export function updateLiveShows(shows: readonly Show[], changed: Show, now: Date): Show[] {
  const held = shows.find(({ id }) => id === changed.id)
  if (held && held.version > changed.version) return [...shows]
  const others = shows.filter(({ id }) => id !== changed.id)
  if (!isTonight({ ...changed, picks_closed: !changed.is_open }, now)) return others
  return [...others, changed].sort(byLock)
}

function byLock(a: Show, b: Show): number {
  return a.locks_at.localeCompare(b.locks_at) || a.showdate.localeCompare(b.showdate) || a.id - b.id
}

const startOf = (show: Show) => `${show.showdate} ${show.starts_local ?? '24:00'}`

/**
 * The recent shows after any show has changed. A scored show has a setlist, so it joins the list if it is recent
 * enough. A show whose scores were reset keeps its setlist and stays.
 */
export function updateRecentShows(shows: readonly Show[], changed: Show): Show[] {
  const held = shows.find(({ id }) => id === changed.id)
  if (held ? held.version > changed.version : !changed.is_scored) return [...shows]
  return [...shows.filter(({ id }) => id !== changed.id), changed]
    .sort((a, b) => startOf(b).localeCompare(startOf(a)) || b.id - a.id)
    .slice(0, RECENT_SHOWS)
}
