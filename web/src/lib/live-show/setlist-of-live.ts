import type { LivePerformance } from '@called-it/shared/contract/live-shows'
import { type ActualSetlist, SET_NAMES } from '@called-it/shared/game/setlist'

/** The setlist so far, as the scorer takes it. */
export function setlistOfLive(
  performances: readonly Pick<LivePerformance, 'sequence' | 'set' | 'song'>[],
): ActualSetlist {
  const inOrder = performances.toSorted((one, other) => one.sequence - other.sequence)
  const bySet = Map.groupBy(inOrder, ({ set }) => set)
  const songsOf = (set: string) => (bySet.get(set) ?? []).map(({ song }) => song.id)
  const [set1, set2, encore] = SET_NAMES
  const further = [...bySet.keys()].filter((set) => !SET_NAMES.some((known) => known === set))
  return {
    set1: songsOf(set1),
    set2: songsOf(set2),
    encore: songsOf(encore),
    further: further.map((set) => ({ set, songs: songsOf(set) })),
  }
}
