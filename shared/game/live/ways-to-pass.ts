import { NO_MERGES } from '../merged-songs.ts'
import { scorePrediction } from '../scoring.ts'
import { type ActualSetlist, type OpenSet, type Picks, SET_NAMES, type SongId } from '../setlist.ts'

/** The next song, or the end of the open set here; `gain` is what it pays. */
export type WayToPass =
  | { readonly kind: 'song'; readonly songId: SongId; readonly gain: number }
  | { readonly kind: 'set-ends'; readonly gain: number }

const MAX_WAYS = 2

/**
 * What may happen next that passes the player ahead, most points first. Songs that pay the same come in the order of
 * the picks. How likely each is, nobody knows, so the end of the set has a place where it is enough.
 *
 * @param openSet null before the first song, and once the show is over
 * @param gap the points to that player; as many share the rank, which does not pass
 */
export function waysToPass(
  picks: Picks,
  actual: ActualSetlist,
  openSet: OpenSet,
  isOver: boolean,
  gap: number,
): WayToPass[] {
  if (isOver) return []
  const open = openSet ?? 'set1'
  const totalOf = (next: ActualSetlist, nextOpen: OpenSet) =>
    scorePrediction(picks, next, NO_MERGES, nextOpen).total
  const total = totalOf(actual, open)
  const songIds = new Set(SET_NAMES.flatMap((set) => picks[set].filter((song) => song !== null)))
  const songs = Array.from(songIds, (songId) => ({
    kind: 'song' as const,
    songId,
    gain: totalOf(appendSong(actual, open, songId), open) - total,
  }))
  const setEnds = { kind: 'set-ends' as const, gain: totalOf(actual, null) - total }

  const passes = ({ gain }: WayToPass) => gain > gap
  const ends = [setEnds].filter(passes)
  return [
    ...ends,
    ...songs
      .filter(passes)
      .sort(byGain)
      .slice(0, MAX_WAYS - ends.length),
  ].sort(byGain)
}

function byGain(one: WayToPass, other: WayToPass): number {
  return other.gain - one.gain
}

function appendSong(actual: ActualSetlist, open: NonNullable<OpenSet>, songId: SongId): ActualSetlist {
  if (open !== 'further') return { ...actual, [open]: [...actual[open], songId] }
  const last = actual.further.at(-1) ?? { set: '3', songs: [] }
  return { ...actual, further: [...actual.further.slice(0, -1), { ...last, songs: [...last.songs, songId] }] }
}
