import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [0, '0 shows'],
  [1, '1 show'],
  [1_204, '1,204 shows'],
])('writes %i with its noun', (count, words) => {
  expect(counted(count, 'show')).toBe(words)
})
