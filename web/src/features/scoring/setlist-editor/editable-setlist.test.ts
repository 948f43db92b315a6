import { listSets } from '@called-it/shared/game/arranged-sets'
import { describe, expect, test } from 'vitest'
import {
  addNextSet,
  addSong,
  type EditableSetlist,
  EMPTY_SETLIST,
  editableSetlistOfSource,
  moveSong,
  removeSong,
  toHandSetlist,
} from './editable-setlist.ts'

const song = (id: number) => ({ id, name: `Song ${id}` })
const setlistOf = (sets: Partial<EditableSetlist>): EditableSetlist => ({ ...EMPTY_SETLIST, ...sets })
const idsOf = (setlist: EditableSetlist) =>
  Object.fromEntries(listSets(setlist).map(({ set, songs }) => [set, songs.map(({ id }) => id)]))

test('adds a song at the end of a set, or at a position', () => {
  const one = addSong(EMPTY_SETLIST, 'set1', song(1))
  expect(idsOf(addSong(addSong(one, 'set1', song(2)), 'set1', song(3), 1))).toMatchObject({ set1: [1, 3, 2] })
  expect(idsOf(addSong(one, '3', song(4)))).toEqual({ set1: [1], set2: [], '3': [4], encore: [] })
})

test('removes the chosen one of a song that is listed twice', () => {
  expect(idsOf(removeSong(setlistOf({ set1: [song(1), song(2), song(1)] }), 'set1', 2))).toMatchObject({
    set1: [1, 2],
  })
})

describe('moved song', () => {
  const setlist = setlistOf({
    set1: [song(1), song(2)],
    set2: [song(3)],
    further: [{ set: '3', songs: [song(4)] }],
    encore: [song(5)],
  })

  test('swaps positions within its set', () => {
    expect(idsOf(moveSong(setlist, 'set1', 1, -1))).toMatchObject({ set1: [2, 1] })
  })

  test('goes past the end of its set into the next one, and back', () => {
    const down = moveSong(setlist, 'set1', 1, 1)
    expect(idsOf(down)).toMatchObject({ set1: [1], set2: [2, 3] })
    expect(idsOf(moveSong(down, 'set2', 0, -1))).toEqual(idsOf(setlist))
    expect(idsOf(moveSong(setlist, 'encore', 0, -1))).toMatchObject({ '3': [4, 5], encore: [] })
  })

  test('stays at the first and the last position', () => {
    expect(moveSong(setlist, 'set1', 0, -1)).toBe(setlist)
    expect(moveSong(setlist, 'encore', 0, 1)).toBe(setlist)
  })
})

test('leaves out empty further sets and blank notes when saving', () => {
  const withSets = addNextSet(addNextSet(setlistOf({ notes: '  ' })))
  expect(withSets.further.map(({ set }) => set)).toEqual(['3', '4'])
  expect(toHandSetlist(addSong(withSets, '4', song(1)))).toEqual({
    set1: [],
    set2: [],
    encore: [],
    further: [{ set: '4', songs: [{ id: 1 }] }],
    notes: null,
  })
})

test('takes only the songs of the source that the catalogue has', () => {
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
  expect(editableSetlistOfSource(source)).toEqual(setlistOf({ set1: [song(1)], notes: 'rain' }))
})
