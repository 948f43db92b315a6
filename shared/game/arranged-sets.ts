import type { ArrangedSets } from './setlist.ts'

/** The sets in the order they are played: further ones before the encore. */
export function listSets<Song>({ set1, set2, encore, further }: ArrangedSets<Song>): {
  set: string
  songs: readonly Song[]
}[] {
  return [
    { set: 'set1', songs: set1 },
    { set: 'set2', songs: set2 },
    ...further,
    { set: 'encore', songs: encore },
  ]
}

export function songsOfSet<Song>(setlist: ArrangedSets<Song>, set: string): readonly Song[] {
  return listSets(setlist).find((held) => held.set === set)?.songs ?? []
}

export function countSongs(setlist: ArrangedSets<unknown>): number {
  return listSets(setlist).reduce((count, { songs }) => count + songs.length, 0)
}
