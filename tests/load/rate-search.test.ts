import { describe, expect, test } from 'vitest'
import { findHighestRate } from './rate-search.ts'

async function search(limit: number, from: number, precision: number) {
  const tried: number[] = []
  const found = await findHighestRate({ from, precision }, async (rate) => {
    tried.push(rate)
    return rate <= limit
  })
  return { found, tried }
}

describe('rate search', () => {
  test.each([1, 7, 99, 100, 101, 730, 5_000])('finds a limit of %i from any start', async (limit) => {
    for (const from of [1, 100, 10_000]) {
      const { found } = await search(limit, from, 1.1)
      expect(found).toBeLessThanOrEqual(limit)
      expect(Math.max(found * 1.1, found + 1)).toBeGreaterThanOrEqual(limit * 0.999)
    }
  })

  test('doubles until a rate is not held, then narrows the range', async () => {
    const tried = [100, 200, 400, 800, 566, 476]
    expect(await search(500, 100, 1.2)).toEqual({ found: 476, tried })
  })

  test('returns 0 when no rate is held', async () => {
    expect(await search(0, 4, 1.2)).toEqual({ found: 0, tried: [4, 2, 1] })
  })
})
