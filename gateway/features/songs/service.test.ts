import type { NotebookSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import type { SetName } from '@called-it/shared/game/setlist'
import { expect, test } from 'vitest'
import { drawSongs } from './service.ts'

function makeNotebook(usualSets: readonly (SetName | null)[]): NotebookSong[] {
  return usualSets.map((usualSet, index) => ({
    id: index + 1,
    name: `Song ${index + 1}`,
    slug: `song-${index + 1}`,
    usualSet,
  }))
}

const repeat = <const Item>(item: Item, times: number) => new Array<Item>(times).fill(item)

test('returns nine songs as four, four and one in their usual sets', () => {
  const notebook = makeNotebook([...repeat('set1', 20), ...repeat('set2', 20), ...repeat('encore', 5)])
  const drawn = drawSongs(notebook, 9)
  expect(drawn.map(({ set }) => set)).toEqual([...repeat('set1', 4), ...repeat('set2', 4), 'encore'])
  expect(new Set(drawn.map(({ id }) => id)).size).toBe(9)
  for (const { id, set } of drawn) expect(notebook.find((song) => song.id === id)?.usualSet).toBe(set)
})

test('returns another number in usual sets, at most the whole notebook', () => {
  const notebook = makeNotebook(['encore', 'set2', null])
  const drawn = drawSongs(notebook, 50)
  expect(drawn.toSorted((a, b) => a.id - b.id).map(({ set }) => set)).toEqual(['encore', 'set2', 'set1'])
  expect(drawSongs(notebook, 1)).toHaveLength(1)
  expect(drawSongs(notebook, 9)).toHaveLength(3)
})

test('draws every song', () => {
  const notebook = makeNotebook(repeat('set1', 5))
  const seen = new Set<number>()
  for (let draw = 0; draw < 1_000 && seen.size < 5; draw += 1) {
    for (const { id } of drawSongs(notebook, 1)) seen.add(id)
  }
  expect(seen.size).toBe(5)
})
