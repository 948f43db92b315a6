import type { ArrangedSets } from '@called-it/shared/game/setlist'

/** The sets of a setlist as responses have them. */
export function presentSets<Song>({ set1, set2, encore, further }: ArrangedSets<Song>) {
  return {
    set1: [...set1],
    set2: [...set2],
    encore: [...encore],
    further: further.map(({ set, songs }) => ({ set, songs: [...songs] })),
  }
}
