import { livePerformance } from '@called-it/tests/support/web/live-show-factories'
import { expect, test } from 'vitest'
import { setlistOfLive } from './setlist-of-live.ts'

test('sorts the songs of a show that runs into sets', () => {
  const performances = [
    livePerformance(2, 'set2', 1, 12),
    livePerformance(1, 'set1', 1, 11),
    livePerformance(3, '3', 1, 13),
    livePerformance(4, '4', 1, 14),
    livePerformance(5, '4', 2, 11),
    livePerformance(6, 'encore', 1, 16),
  ]
  expect(setlistOfLive(performances)).toEqual({
    set1: [11],
    set2: [12],
    encore: [16],
    further: [
      { set: '3', songs: [13] },
      { set: '4', songs: [14, 11] },
    ],
  })
})
