import { picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import { describe, expect, test } from 'vitest'
import { POINTS } from '../points.ts'
import type { OpenSet } from '../setlist.ts'
import { stillPossible } from './still-possible.ts'

const { songInShow, songInSet, correctSong, correctSpecial } = POINTS

const filler = (songs: number) => Array.from({ length: songs }, () => 99)

describe('total that is still possible', () => {
  test('is the card played to the letter before the first song', () => {
    const picks = picksAt({ set1: { 1: 1, 2: 2, 3: 3 }, set2: { 2: 4 }, encore: { 1: 5, 2: 6 } })
    expect(stillPossible(picks, playedSetlist({}), null, false)).toBe(5 * correctSpecial + correctSong)
  })

  const two = picksAt({ set1: { 2: 7, 3: 8 } })
  test.each<[string, number[], OpenSet, number]>([
    ['its place to come: exact, and the closer', [99], 'set1', correctSong + correctSpecial],
    ['the first in its place: the closer is still to come', [99, 7], 'set1', correctSong + correctSpecial],
    ['both places missed: in the set later', filler(3), 'set1', 2 * songInSet],
    ['both places missed and the set over: in the show', filler(3), 'set2', 2 * songInShow],
    ['one played elsewhere: its place is still to come', [7], 'set1', correctSong + correctSpecial],
  ])('counts %s', (_, set1, openSet, most) => {
    expect(stillPossible(two, playedSetlist({ set1 }), openSet, false)).toBe(most)
  })

  test('ends the set where the closer pays more than what is missed by it', () => {
    const closer = picksAt({ set1: { 1: 5, 2: 7 } })
    const ended = stillPossible(closer, playedSetlist({ set1: [99, 7] }), 'set1', false)
    expect(ended).toBe(correctSpecial + songInShow)
    const missedTwice = picksAt({ set1: { 1: 5, 2: 6, 3: 7 } })
    const open = stillPossible(missedTwice, playedSetlist({ set1: [98, 99, 7] }), 'set1', false)
    expect(open).toBe(Math.max(correctSong + 2 * songInSet, correctSpecial + 2 * songInShow))
  })

  test('gives free places before the closer to songs whose place is missed', () => {
    const picks = picksAt({ set1: { 1: 5, 4: 7 } })
    const most = stillPossible(picks, playedSetlist({ set1: [99, 99] }), 'set1', false)
    expect(most).toBe(songInSet + correctSpecial)
  })

  test('plays a song again for each slot that has it', () => {
    const picks = picksAt({ set1: { 1: 5, 2: 5 }, encore: { 1: 5 } })
    const most = stillPossible(picks, playedSetlist({ set1: [99, 99] }), 'further', false)
    expect(most).toBe(2 * songInShow + correctSpecial)
  })

  test('plays missed songs of the encore in a longer encore', () => {
    const picks = picksAt({ encore: { 1: 5, 2: 6 } })
    const most = stillPossible(picks, playedSetlist({ encore: [99] }), 'encore', false)
    expect(most).toBe(POINTS.encoreInSet + correctSpecial)
  })

  test('is the total once the show is over', () => {
    const picks = picksAt({ set1: { 1: 5 }, encore: { 1: 6 } })
    expect(stillPossible(picks, playedSetlist({ set1: [5] }), null, true)).toBe(correctSpecial)
  })
})
