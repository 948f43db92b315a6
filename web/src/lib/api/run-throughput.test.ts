import { describe, expect, test } from 'vitest'
import { formatThroughput, throughputOf } from './run-throughput.ts'

describe('run throughput', () => {
  test('returns the rate and the time left', () => {
    expect(throughputOf({ done: 2_000, total: 6_000, workedMs: 2_000 })).toEqual({
      perSecond: 1_000,
      secondsLeft: 4,
    })
  })

  test.each([
    ['waits', { done: 0, total: 10, workedMs: null }],
    ['has done nothing yet', { done: 0, total: 10, workedMs: 900 }],
    ['does not know how much there is', { done: 4, total: null, workedMs: 900 }],
  ])('returns null for a run that %s', (_, run) => {
    expect(throughputOf(run)).toBeNull()
  })

  test('formats a rate of any size in words', () => {
    expect(formatThroughput({ perSecond: 1234.5, secondsLeft: 8.2 })).toBe('1,235 a second, 9 s left')
    expect(formatThroughput({ perSecond: 0.94, secondsLeft: 300 })).toBe('0.9 a second, 5 min left')
  })
})
