// @vitest-environment node
import { expect, test } from 'vitest'
import { formatDuration } from './durations.ts'

test.each([
  [0, '0.0 s'],
  [9_940, '9.9 s'],
  [12_900, '12 s'],
  [119_999, '119 s'],
  [300_000, '5 min'],
  [7_199_000, '119 min'],
  [10_800_000, '3 h'],
  [200_000_000, '2 d'],
])('formats %d ms as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words)
})
