import { expect, test } from 'vitest'
import { dueOf, usualGap } from './usual-gap.ts'

test('finds the usual gap, of two in the middle the lower', () => {
  expect(usualGap([3, 40, 2, 5])).toBe(3)
  expect(usualGap([7, 1, 4])).toBe(4)
  expect(usualGap([])).toBeNull()
})

test('counts a gap in usual ones', () => {
  expect(dueOf(9, 6)).toBe(1.5)
  expect(dueOf(2, 0)).toBe(2)
  expect(dueOf(2, null)).toBeNull()
})
