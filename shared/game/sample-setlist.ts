import type { ActualSetlist, SongId } from './setlist.ts'

/** How many songs the sample setlist has in each set. */
export const SAMPLE_SIZES = { set1: 9, set2: 6, encore: 2 } as const

/**
 * The setlist of Test Score where no real one is known: the most played songs, the lower number first among
 * equals. With fewer than 17 songs the encore is cut short first, then set 2, then set 1.
 *
 * @param songs the active catalogue, each song once, in any order
 */
export function sampleSetlist(
  songs: readonly { readonly id: SongId; readonly times_played: number }[],
): ActualSetlist {
  const mostPlayed = songs
    .toSorted((a, b) => b.times_played - a.times_played || a.id - b.id)
    .map(({ id }) => id)
  const set2Start = SAMPLE_SIZES.set1
  const encoreStart = set2Start + SAMPLE_SIZES.set2
  return {
    set1: mostPlayed.slice(0, set2Start),
    set2: mostPlayed.slice(set2Start, encoreStart),
    encore: mostPlayed.slice(encoreStart, encoreStart + SAMPLE_SIZES.encore),
    further: [],
  }
}
