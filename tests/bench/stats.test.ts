import { describe, expect, test } from 'vitest'
import { quantileOf, ratiosOf, spreadOf } from './stats.ts'

describe('benchmark statistics', () => {
  test('gives median and both ends in any order of the rounds', () => {
    expect(spreadOf([9, 1, 4])).toEqual({ median: 4, lowest: 1, highest: 9 })
    expect(spreadOf([8, 1, 2, 4])).toEqual({ median: 3, lowest: 1, highest: 8 })
    expect(() => spreadOf([])).toThrow(RangeError)
  })

  test('interpolates a quantile between the two values around it', () => {
    const values = Array.from({ length: 101 }, (_, index) => 100 - index)
    expect(quantileOf(values, 0.99)).toBe(99)
    expect(quantileOf([10, 20], 0.25)).toBe(12.5)
  })

  test('takes ratios round by round', () => {
    expect(ratiosOf([10, 2], [20, 4])).toEqual([0.5, 0.5])
    expect(() => ratiosOf([1], [1, 2])).toThrow(RangeError)
  })
})
