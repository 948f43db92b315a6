import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleSetlist } from './sample-setlist.ts'

/** Song 1 was played most often, song n least. */
const catalogue = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ id: index + 1, times_played: 500 - index }))

describe('sample setlist', () => {
  test('is nine, six and two of the most played songs', () => {
    expect(sampleSetlist(catalogue(40))).toEqual({
      set1: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      set2: [10, 11, 12, 13, 14, 15],
      encore: [16, 17],
      further: [],
    })
  })

  test('does not depend on the order of the catalogue; ties go to lower ids', {
    timeout: MANY_CASES_TIMEOUT,
  }, () => {
    const songs = fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 65_535 }), times_played: fc.nat({ max: 3 }) }),
      {
        selector: ({ id }) => id,
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(songs, (original) => {
        expect(sampleSetlist(original.toReversed())).toEqual(sampleSetlist(original))
      }),
    )
    expect(
      sampleSetlist([
        { id: 8, times_played: 2 },
        { id: 3, times_played: 2 },
      ]).set1,
    ).toEqual([3, 8])
  })

  test.each([
    [17, [9, 6, 2]],
    [16, [9, 6, 1]],
    [12, [9, 3, 0]],
    [4, [4, 0, 0]],
    [0, [0, 0, 0]],
  ])('splits %d songs into sets of %j', (size, expected) => {
    const { set1, set2, encore } = sampleSetlist(catalogue(size))

    expect([set1, set2, encore].map((songs) => songs.length)).toEqual(expected)
  })
})
