import { picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import { describe, expect, test } from 'vitest'
import type { OpenSet } from '../setlist.ts'
import { stillPossible } from './still-possible.ts'

const filler = (songs: number) => Array.from({ length: songs }, () => 99)

describe('total that is still possible', () => {
  test('is the card played to the letter before the first song', () => {
    const picks = picksAt({ set1: { 1: 1, 2: 2, 3: 3 }, set2: { 2: 4 }, encore: { 1: 5, 2: 6 } })
    expect(stillPossible(picks, playedSetlist({}), null, false)).toBe(15 + 10 + 15 + 15 + 15 + 15)
  })

  const two = picksAt({ set1: { 2: 7, 3: 8 } })
  test.each<[string, number[], OpenSet, number]>([
    ['its place to come: exact, and the closer', [99], 'set1', 10 + 15],
    ['the first in its place: the closer is still to come', [99, 7], 'set1', 10 + 15],
    ['both places missed: in the set later', filler(3), 'set1', 6 + 6],
    ['both places missed and the set over: in the show', filler(3), 'set2', 3 + 3],
    ['one played elsewhere: its place is still to come', [7], 'set1', 10 + 15],
  ])('counts %s', (_, set1, openSet, most) => {
    expect(stillPossible(two, playedSetlist({ set1 }), openSet, false)).toBe(most)
  })

  test('ends the set where the closer pays more than what is missed by it', () => {
    const closer = picksAt({ set1: { 1: 5, 2: 7 } })
    expect(stillPossible(closer, playedSetlist({ set1: [99, 7] }), 'set1', false)).toBe(15 + 3)
    const missedTwice = picksAt({ set1: { 1: 5, 2: 6, 3: 7 } })
    expect(stillPossible(missedTwice, playedSetlist({ set1: [98, 99, 7] }), 'set1', false)).toBe(10 + 6 + 6)
  })

  test('gives free places before the closer to songs whose place is missed', () => {
    const picks = picksAt({ set1: { 1: 5, 4: 7 } })
    expect(stillPossible(picks, playedSetlist({ set1: [99, 99] }), 'set1', false)).toBe(6 + 15)
  })

  test('plays a song again for each slot that has it', () => {
    const picks = picksAt({ set1: { 1: 5, 2: 5 }, encore: { 1: 5 } })
    expect(stillPossible(picks, playedSetlist({ set1: [99, 99] }), 'further', false)).toBe(3 + 3 + 15)
  })

  test('plays missed songs of the encore in a longer encore', () => {
    const picks = picksAt({ encore: { 1: 5, 2: 6 } })
    expect(stillPossible(picks, playedSetlist({ encore: [99] }), 'encore', false)).toBe(10 + 15)
  })

  test('is the total once the show is over', () => {
    const picks = picksAt({ set1: { 1: 5 }, encore: { 1: 6 } })
    expect(stillPossible(picks, playedSetlist({ set1: [5] }), null, true)).toBe(15)
  })
})
