import type { SetName, SongId } from '../setlist.ts'
import { usualGap } from '../usual-gap.ts'
import { LATE_SHOWS, type NextShow, type PastShow, type SongFacts } from './song-chance.ts'

/** How many plays, from the last one back, say where a song usually stands. */
const USUAL_PLAYS = 50
const RECENT_SHOWS = 100

type Performance = { readonly set: SetName | 'further'; readonly position: number }

/** The plays of one song, in their order. */
type Plays = {
  /** Indexes of the shows; twice in one show counts once. */
  readonly shows: number[]
  readonly performances: Performance[]
}

/** The facts of every song that was ever played, before the next show. */
export function songFacts(history: readonly PastShow[], next: NextShow): SongFacts[] {
  const onTour = history.map(({ tour }) => tour !== null && tour === next.tour)
  const atVenue = history.map(({ venue }) => venue === next.venue)
  const tourShows = onTour.filter(Boolean).length
  const venueShows = atVenue.filter(Boolean).length
  const recentShows = Math.min(RECENT_SHOWS, history.length)

  return Array.from(groupPlays(history), ([song, { shows, performances }]) => {
    const lastShow = shows.at(-1) ?? 0
    return {
      song,
      gap: history.length - 1 - lastShow,
      usualGap: usualGap(shows.slice(1).map((show, index) => show - (shows[index] ?? 0) - 1)),
      lastShow,
      latePlays: shows.filter((show) => show >= history.length - LATE_SHOWS).length,
      recentPlays: shows.filter((show) => show >= history.length - recentShows).length,
      recentShows,
      tourPlays: shows.filter((show) => onTour[show]).length,
      tourShows,
      usual: usualPlace(performances.slice(-USUAL_PLAYS)),
      venuePlays: shows.filter((show) => atVenue[show]).length,
      venueShows,
    }
  })
}

function groupPlays(history: readonly PastShow[]): Map<SongId, Plays> {
  const bySong = new Map<SongId, Plays>()
  history.forEach(({ sets }, show) => {
    for (const { set, songs } of sets) {
      songs.forEach((song, index) => {
        const plays = bySong.get(song) ?? { shows: [], performances: [] }
        bySong.set(song, plays)
        if (plays.shows.at(-1) !== show) plays.shows.push(show)
        plays.performances.push({ set, position: index + 1 })
      })
    }
  })
  return bySong
}

/** The usual set first, then the usual position in it. */
function usualPlace(performances: readonly Performance[]): SongFacts['usual'] {
  const set = mostFrequent(performances.map((performance) => performance.set))
  const inSet = performances.filter((performance) => performance.set === set)
  const position = mostFrequent(inSet.map((performance) => performance.position))
  return set === null || set === 'further' || position === null ? null : { set, position }
}

/** The latest one of equally frequent values. */
function mostFrequent<Value>(values: readonly Value[]): Value | null {
  const counts = new Map<Value, number>()
  let top: Value | null = null
  for (const value of values.toReversed()) counts.set(value, (counts.get(value) ?? 0) + 1)
  for (const [value, count] of counts) if (top === null || count > (counts.get(top) ?? 0)) top = value
  return top
}
