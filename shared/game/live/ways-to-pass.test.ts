import { picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import { describe, expect, test } from 'vitest'
import { POINTS } from '../points.ts'
import { waysToPass } from './ways-to-pass.ts'

const picks = picksAt({ set1: { 2: 7, 3: 8 }, set2: { 1: 9, 2: 10 }, encore: { 1: 11 } })
const song = (songId: number, gain: number) => ({ kind: 'song', songId, gain })
const setEnds = (gain: number) => ({ kind: 'set-ends', gain })
/** What an exact place gains by being the last one. */
const CLOSER = POINTS.correctSpecial - POINTS.correctSong

describe('ways to pass the player ahead', () => {
  const twoPlayed = playedSetlist({ set1: [99, 7] })

  test('names the song that pays most, and the end of the set', () => {
    expect(waysToPass(picks, twoPlayed, 'set1', false, 2)).toEqual([song(8, 10), setEnds(CLOSER)])
  })

  test('leaves out what only catches up', () => {
    expect(waysToPass(picks, twoPlayed, 'set1', false, CLOSER)).toEqual([song(8, 10)])
    expect(waysToPass(picks, twoPlayed, 'set1', false, 10)).toEqual([])
  })

  test('names two songs where the end of the set pays nothing', () => {
    const inSet2 = playedSetlist({ set1: [99], set2: [98] })
    expect(waysToPass(picks, inSet2, 'set2', false, 1)).toEqual([song(10, 10), song(9, 6)])
  })

  test.each([[[]], [[{ set: '3', songs: [99] }]]])(
    'counts songs of a further set as in the show: %j',
    (further) => {
      const inThird = playedSetlist({ set1: [99], set2: [98], further })
      expect(waysToPass(picks, inThird, 'further', false, 2)).toEqual([song(7, 3), song(8, 3)])
      expect(waysToPass(picks, inThird, 'further', false, 3)).toEqual([])
    },
  )

  test('begins with set 1, and ends with the show', () => {
    const opener = picksAt({ set1: { 1: 5 } })
    expect(waysToPass(opener, playedSetlist({}), null, false, 0)).toEqual([song(5, POINTS.correctSpecial)])
    expect(waysToPass(opener, playedSetlist({}), null, true, 0)).toEqual([])
  })
})
