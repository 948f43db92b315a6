import { countSongs } from './arranged-sets.ts'
import type { ArrangedSets } from './setlist.ts'
import { compareSetlists } from './setlist-difference.ts'

/** A shorter show is short enough to be corrected into another one. */
const MIN_SONGS = 8
const MIN_SHARE_KEPT = 3 / 4

export type SetlistLoss = { readonly kept: number; readonly of: number }

/**
 * What a new setlist of a show has lost, if it seems to be cut off: more than a quarter of the songs, the second set
 * or the encore. A song in another set is not lost. Null for a setlist like any other.
 *
 * @param keyOf what makes two songs the same
 */
export function findSetlistLoss<Song>(
  before: ArrangedSets<Song>,
  after: ArrangedSets<Song>,
  keyOf: (song: Song) => string | number,
): SetlistLoss | null {
  const of = countSongs(before)
  if (of < MIN_SONGS) return null
  const { removed } = compareSetlists(before, after, keyOf)
  const kept = of - removed.length
  const isSetLost = (name: 'set2' | 'encore') =>
    after[name].length === 0 && removed.some(({ set }) => set === name)
  return kept < of * MIN_SHARE_KEPT || isSetLost('set2') || isSetLost('encore') ? { kept, of } : null
}
