import { expect, test } from 'vitest'
import type { ArrangedSets } from './setlist.ts'
import { findSetlistLoss } from './setlist-loss.ts'

const songs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const show = (rest: Partial<ArrangedSets<number>>): ArrangedSets<number> => ({
  set1: [],
  set2: [],
  encore: [],
  further: [],
  ...rest,
})
const stored = show({ set1: songs(1, 9), set2: songs(10, 16), encore: [17, 18] })

test.each<[string, ArrangedSets<number>, ArrangedSets<number>, ReturnType<typeof findSetlistLoss>]>([
  ['4 of 18 songs', stored, show({ set1: songs(1, 4) }), { kept: 4, of: 18 }],
  ['the same songs', stored, stored, null],
  ['three quarters', show({ set1: songs(1, 8) }), show({ set1: songs(1, 6) }), null],
  ['less than three quarters', show({ set1: songs(1, 8) }), show({ set1: songs(1, 5) }), { kept: 5, of: 8 }],
  ['half of a short show', show({ set1: songs(1, 7) }), show({ set1: songs(1, 3) }), null],
  ['no encore', stored, show({ ...stored, encore: [] }), { kept: 16, of: 18 }],
  [
    'no second set',
    show({ set1: songs(1, 9), set2: [10] }),
    show({ set1: songs(1, 9) }),
    { kept: 9, of: 10 },
  ],
  ['the encore in set 2', stored, show({ set1: songs(1, 9), set2: songs(10, 18) }), null],
  ['all songs in a third set', stored, show({ further: [{ set: '3', songs: songs(1, 18) }] }), null],
  ['other songs', stored, show({ set1: songs(21, 29), set2: songs(30, 38) }), { kept: 0, of: 18 }],
])('finds what is lost in %s', (_, before, after, loss) => {
  expect(findSetlistLoss(before, after, (song) => song)).toEqual(loss)
})
