import type { CurrentSetlist, HandSetlist, SourceSetlist } from '@called-it/shared/contract/setlists'
import { type ArrangedSets, SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { SET_LABELS } from '../../../lib/set-labels.ts'

/** A song as the desk holds it. */
export type DeskSong = { readonly id: number; readonly name: string }

/** A setlist on the desk: as it is stored, or as an admin has it by now. */
export type DeskSetlist = ArrangedSets<DeskSong> & { readonly notes: string }

export const EMPTY_SETLIST: DeskSetlist = { set1: [], set2: [], encore: [], further: [], notes: '' }

/** The setlist that a show has now; an empty one where it has none. */
export function deskSetlistOf(current: CurrentSetlist | null): DeskSetlist {
  if (!current) return EMPTY_SETLIST
  const { set1, set2, encore, further, notes } = current
  return { set1, set2, encore, further, notes: notes ?? '' }
}

/** What the source says, as far as the catalogue has the songs. */
export function deskSetlistOfSource(source: SourceSetlist): DeskSetlist {
  const known = (songs: SourceSetlist['set1']) =>
    songs.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
  return {
    set1: known(source.set1),
    set2: known(source.set2),
    encore: known(source.encore),
    further: source.further.map(({ set, songs }) => ({ set, songs: known(songs) })),
    notes: source.notes ?? '',
  }
}

/** The body of the call that saves it. Further sets without a song are left out. */
export function toHandSetlist({ set1, set2, encore, further, notes }: DeskSetlist): HandSetlist {
  const ids = (songs: readonly DeskSong[]) => songs.map(({ id }) => ({ id }))
  return {
    set1: ids(set1),
    set2: ids(set2),
    encore: ids(encore),
    further: further
      .filter(({ songs }) => songs.length > 0)
      .map(({ set, songs }) => ({ set, songs: ids(songs) })),
    notes: notes.trim() || null,
  }
}

export function isSetName(set: string): set is SetName {
  const names: readonly string[] = SET_NAMES
  return names.includes(set)
}

/** What a set is called: further ones by their label. */
export function labelOfSet(set: string): string {
  return isSetName(set) ? SET_LABELS[set] : `Set ${set}`
}

/** The sets in the order in which a show has them: further ones before the encore. */
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

export function songsOf<Song>(setlist: ArrangedSets<Song>, set: string): readonly Song[] {
  return listSets(setlist).find((held) => held.set === set)?.songs ?? []
}

function withSongs(setlist: DeskSetlist, set: string, songs: readonly DeskSong[]): DeskSetlist {
  if (isSetName(set)) return { ...setlist, [set]: songs }
  return { ...setlist, further: setlist.further.map((held) => (held.set === set ? { set, songs } : held)) }
}

/** Puts a song at the end of a set, or at an index of it; a further set that is not there yet begins with it. */
export function addSong(setlist: DeskSetlist, set: string, song: DeskSong, index?: number): DeskSetlist {
  const begun =
    isSetName(set) || setlist.further.some((held) => held.set === set) ? setlist : addSet(setlist, set)
  const songs = songsOf(begun, set)
  return withSongs(begun, set, songs.toSpliced(index ?? songs.length, 0, song))
}

export function removeSong(setlist: DeskSetlist, set: string, index: number): DeskSetlist {
  return withSongs(setlist, set, songsOf(setlist, set).toSpliced(index, 1))
}

/** Moves a song within its set by one place, and past its ends into the set before or after. */
export function moveSong(setlist: DeskSetlist, set: string, index: number, by: 1 | -1): DeskSetlist {
  const place = placeAfterMove(setlist, set, index, by)
  const song = songsOf(setlist, set)[index]
  if (!place || !song) return setlist
  return addSong(removeSong(setlist, set, index), place.set, song, place.index)
}

/** Where a song stands once it is moved by one place; null where there is no further place that way. */
export function placeAfterMove(
  setlist: DeskSetlist,
  set: string,
  index: number,
  by: 1 | -1,
): { set: string; index: number } | null {
  const within = index + by
  if (within >= 0 && within < songsOf(setlist, set).length) return { set, index: within }
  const sets = listSets(setlist)
  const next = sets[sets.findIndex((held) => held.set === set) + by]
  if (!next) return null
  return { set: next.set, index: by > 0 ? 0 : next.songs.length }
}

/** Begins a further set. */
function addSet(setlist: DeskSetlist, set: string): DeskSetlist {
  return { ...setlist, further: [...setlist.further, { set, songs: [] }] }
}

/** Begins the next further set: the third, the fourth. */
export function addNextSet(setlist: DeskSetlist): DeskSetlist {
  const labels = new Set(setlist.further.map(({ set }) => set))
  let number = 3
  while (labels.has(String(number))) number++
  return addSet(setlist, String(number))
}

export function removeSet(setlist: DeskSetlist, set: string): DeskSetlist {
  return { ...setlist, further: setlist.further.filter((held) => held.set !== set) }
}

/** Whether two would be saved as the same. */
export function isSameDeskSetlist(a: DeskSetlist, b: DeskSetlist): boolean {
  return JSON.stringify(toHandSetlist(a)) === JSON.stringify(toHandSetlist(b))
}

export function countSongs(setlist: ArrangedSets<unknown>): number {
  return listSets(setlist).reduce((count, { songs }) => count + songs.length, 0)
}
