import { type ArrangedSets, type LabelledSong, SET_NAMES } from './setlist.ts'

/** Takes the set names that are stored: `set1`, `set2`, `encore`, or the label of a further set. */
export function groupBySet<Song>(performances: readonly LabelledSong<Song>[]): ArrangedSets<Song> {
  const bySet = Map.groupBy(performances, ({ set }) => set)
  const songsOf = (set: string) => (bySet.get(set) ?? []).map(({ song }) => song)
  const predictable: readonly string[] = SET_NAMES
  return {
    set1: songsOf('set1'),
    set2: songsOf('set2'),
    encore: songsOf('encore'),
    further: [...bySet.keys()]
      .filter((set) => !predictable.includes(set))
      .map((set) => ({ set, songs: songsOf(set) })),
  }
}
