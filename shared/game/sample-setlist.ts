import type { ActualSetlist, SongId } from './setlist.ts'

/** How many songs the sample setlist has in each set. */
export const SAMPLE_SIZES = { set1: 9, set2: 6, encore: 2 } as const

/**
 * The setlist that Test Score uses where no real one is at hand: the most played songs of a catalogue,
 * the lower number first where two were played equally often, nine in set 1, then six in set 2, then two
 * in the encore. The same catalogue always gives the same setlist. With fewer than 17 songs the encore is
 * cut short first, then set 2, then set 1.
 *
 * @param songs the active catalogue, each song once, in any order
 */
export function sampleSetlist(
  songs: readonly { readonly id: SongId; readonly timesPlayed: number }[],
): ActualSetlist {
  const mostPlayed = songs
    .toSorted((a, b) => b.timesPlayed - a.timesPlayed || a.id - b.id)
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
