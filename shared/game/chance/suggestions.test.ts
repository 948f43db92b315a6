import { songChance } from '@called-it/tests/support/chance-factories'
import { expect, test } from 'vitest'
import { suggestSongs } from './suggestions.ts'

test('suggests the likeliest songs of each slot, ties by their number', () => {
  const songs = [
    songChance(3, 0.4, [0.05, 0.1, 0]),
    songChance(2, 0.3, [0.2, 0, 0]),
    songChance(5, 0.2, [0.01, 0.1, 0]),
    songChance(4, 0.2, [0, 0.1, 0]),
  ]

  const suggested = suggestSongs(songs, 3)

  expect(suggested).toHaveLength(19)
  expect(suggested.slice(0, 4)).toEqual([[2, 3, 5], [3, 4, 5], [], [3, 2, 4]])
})
