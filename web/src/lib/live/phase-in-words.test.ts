import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { livePerformance, liveShowOf } from '@called-it/tests/support/web/live-show-factories'
import { expect, test } from 'vitest'
import { phaseInWords } from './phase-in-words.ts'

const first = livePerformance(1, 'set1', 1, 1)

test.each<[string, Partial<LiveShow>]>([
  ['live · set 1, song 1', {}],
  ['live · set 2, song 5', { openSet: 'set2', performances: [first, livePerformance(9, 'set2', 5, 2)] }],
  ['live · encore, song 1', { openSet: 'encore', performances: [first, livePerformance(2, 'encore', 1, 2)] }],
  ['live · set 3, song 1', { openSet: 'further', performances: [first, livePerformance(2, '3', 1, 2)] }],
  ['set break', { openSet: 'set2' }],
  ['set break', { openSet: 'further' }],
  ['live', { performances: [] }],
  ['the show is over, scores follow', { phase: 'ended', openSet: null }],
  ['final', { phase: 'final', openSet: null }],
])('says "%s"', (words, live) => {
  expect(phaseInWords({ phase: 'locked' }, liveShowOf(live))).toBe(words)
})

test('says that the band is not on yet before the show is loaded', () => {
  expect(phaseInWords({ phase: 'locked' })).toBe('picks are closed, the band is not on yet')
})
