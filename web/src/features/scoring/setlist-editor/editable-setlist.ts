import type { CurrentSetlist, HandSetlist, SourceSetlist } from '@called-it/shared/contract/setlists'
import { listSets, songsOfSet } from '@called-it/shared/game/arranged-sets'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { isSetName } from '../../../lib/shows/set-labels.ts'

export type EditableSong = { readonly id: number; readonly name: string }

export type EditableSetlist = ArrangedSets<EditableSong> & { readonly notes: string }

export const EMPTY_SETLIST: EditableSetlist = { set1: [], set2: [], encore: [], further: [], notes: '' }

export function editableSetlistOf(current: CurrentSetlist | null): EditableSetlist {
  if (!current) return EMPTY_SETLIST
  const { set1, set2, encore, further, notes } = current
  return { set1, set2, encore, further, notes: notes ?? '' }
}

export function editableSetlistOfSource(source: SourceSetlist): EditableSetlist {
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

/** The body of the request that saves it. Further sets without a song are left out. */
export function toHandSetlist({ set1, set2, encore, further, notes }: EditableSetlist): HandSetlist {
  const ids = (songs: readonly EditableSong[]) => songs.map(({ id }) => ({ id }))
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

function withSongs(setlist: EditableSetlist, set: string, songs: readonly EditableSong[]): EditableSetlist {
  if (isSetName(set)) return { ...setlist, [set]: songs }
  return { ...setlist, further: setlist.further.map((held) => (held.set === set ? { set, songs } : held)) }
}

export function addSong(
  setlist: EditableSetlist,
  set: string,
  song: EditableSong,
  index?: number,
): EditableSetlist {
  const withSet =
    isSetName(set) || setlist.further.some((held) => held.set === set) ? setlist : addSet(setlist, set)
  const songs = songsOfSet(withSet, set)
  return withSongs(withSet, set, songs.toSpliced(index ?? songs.length, 0, song))
}

export function removeSong(setlist: EditableSetlist, set: string, index: number): EditableSetlist {
  return withSongs(setlist, set, songsOfSet(setlist, set).toSpliced(index, 1))
}

export function moveSong(setlist: EditableSetlist, set: string, index: number, by: 1 | -1): EditableSetlist {
  const position = positionAfterMove(setlist, set, index, by)
  const song = songsOfSet(setlist, set)[index]
  if (!position || !song) return setlist
  return addSong(removeSong(setlist, set, index), position.set, song, position.index)
}

/** Null at the first or last position of the show. */
export function positionAfterMove(
  setlist: EditableSetlist,
  set: string,
  index: number,
  by: 1 | -1,
): { set: string; index: number } | null {
  const within = index + by
  if (within >= 0 && within < songsOfSet(setlist, set).length) return { set, index: within }
  const sets = listSets(setlist)
  const next = sets[sets.findIndex((held) => held.set === set) + by]
  if (!next) return null
  return { set: next.set, index: by > 0 ? 0 : next.songs.length }
}

function addSet(setlist: EditableSetlist, set: string): EditableSetlist {
  return { ...setlist, further: [...setlist.further, { set, songs: [] }] }
}

export function addNextSet(setlist: EditableSetlist): EditableSetlist {
  const labels = new Set(setlist.further.map(({ set }) => set))
  let number = 3
  while (labels.has(String(number))) number++
  return addSet(setlist, String(number))
}

export function removeSet(setlist: EditableSetlist, set: string): EditableSetlist {
  return { ...setlist, further: setlist.further.filter((held) => held.set !== set) }
}

export function isSameSetlist(a: EditableSetlist, b: EditableSetlist): boolean {
  return JSON.stringify(toHandSetlist(a)) === JSON.stringify(toHandSetlist(b))
}
