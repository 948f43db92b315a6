import { describe, expect, test } from 'vitest'
import {
  addNextSet,
  addSong,
  type EditableSetlist,
  EMPTY_SETLIST,
  editableSetlistOfSource,
  listSets,
  moveSong,
  removeSong,
  toHandSetlist,
} from './editable-setlist.ts'

const song = (id: number) => ({ id, name: `Song ${id}` })
const desk = (sets: Partial<EditableSetlist>): EditableSetlist => ({ ...EMPTY_SETLIST, ...sets })
/** The songs of each set, by their ids. */
const idsOf = (setlist: EditableSetlist) =>
  Object.fromEntries(listSets(setlist).map(({ set, songs }) => [set, songs.map(({ id }) => id)]))

test('a song goes to the end of its set, or into the place that it is taken from', () => {
  const one = addSong(EMPTY_SETLIST, 'set1', song(1))
  expect(idsOf(addSong(addSong(one, 'set1', song(2)), 'set1', song(3), 1))).toMatchObject({ set1: [1, 3, 2] })
  expect(idsOf(addSong(one, '3', song(4)))).toEqual({ set1: [1], set2: [], '3': [4], encore: [] })
})

test('of a song that is there twice, the one in hand is removed', () => {
  expect(idsOf(removeSong(desk({ set1: [song(1), song(2), song(1)] }), 'set1', 2))).toMatchObject({
    set1: [1, 2],
  })
})

describe('a song that is moved', () => {
  const setlist = desk({
    set1: [song(1), song(2)],
    set2: [song(3)],
    further: [{ set: '3', songs: [song(4)] }],
    encore: [song(5)],
  })

  test('changes places within its set', () => {
    expect(idsOf(moveSong(setlist, 'set1', 1, -1))).toMatchObject({ set1: [2, 1] })
  })

  test('goes past the end of its set to the next one, and back', () => {
    const down = moveSong(setlist, 'set1', 1, 1)
    expect(idsOf(down)).toMatchObject({ set1: [1], set2: [2, 3] })
    expect(idsOf(moveSong(down, 'set2', 0, -1))).toEqual(idsOf(setlist))
    expect(idsOf(moveSong(setlist, 'encore', 0, -1))).toMatchObject({ '3': [4, 5], encore: [] })
  })

  test('stays where there is no further place', () => {
    expect(moveSong(setlist, 'set1', 0, -1)).toBe(setlist)
    expect(moveSong(setlist, 'encore', 0, 1)).toBe(setlist)
  })
})

test('what is saved has no empty further sets, and no notes of blanks', () => {
  const begun = addNextSet(addNextSet(desk({ notes: '  ' })))
  expect(begun.further.map(({ set }) => set)).toEqual(['3', '4'])
  expect(toHandSetlist(addSong(begun, '4', song(1)))).toEqual({
    set1: [],
    set2: [],
    encore: [],
    further: [{ set: '4', songs: [{ id: 1 }] }],
    notes: null,
  })
})

test('of the source’s setlist the songs are taken that the catalogue has', () => {
  const source = {
    found: true,
    excluded: false,
    exclusionReason: null,
    set1: [
      { id: 1, name: 'Song 1' },
      { id: null, name: 'A Debut' },
    ],
    set2: [],
    encore: [],
    further: [],
    notes: 'rain',
  }
  expect(editableSetlistOfSource(source)).toEqual(desk({ set1: [song(1)], notes: 'rain' }))
})
