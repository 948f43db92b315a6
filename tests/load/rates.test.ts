import { describe, expect, test } from 'vitest'
import { countStatuses, findHighestRate, isHeld, p99Of, recoveredAfter } from './rates.ts'

type Response = [atMs: number, tookMs: number, status: number]

const resultOf = (...responses: Response[]) => ({ responses, broken: 0, malformed: 0, usersDone: 0 })
const timely = Array.from({ length: 100 }, (_, at): Response => [at, 20, 200])
const late: Response = [200, 900, 200]
const refused: Response = [40, 1, 503]
const load = { rate: 50, seconds: 2 }

describe('results of a rate', () => {
  test('holds a rate when 99 of 100 responses are in time and all succeed', () => {
    expect(isHeld(resultOf(...timely), load)).toBe(true)
    expect(isHeld(resultOf(...timely, late), load)).toBe(true)
    expect(isHeld(resultOf(...timely, late, late), load)).toBe(false)
    expect(isHeld(resultOf(...timely, refused), load)).toBe(false)
    expect(isHeld({ ...resultOf(...timely), broken: 1 }, load)).toBe(false)
    expect(isHeld(resultOf(...timely), { rate: 60, seconds: 2 })).toBe(false)
    expect(isHeld(resultOf(), load)).toBe(false)
  })

  test('does not count quick refusals in the 99th percentile', () => {
    expect(p99Of(resultOf(refused, late, refused))).toBe(900)
  })

  test('counts statuses, the most frequent first', () => {
    expect([...countStatuses(resultOf(refused, late, late))]).toEqual([
      [200, 2],
      [503, 1],
    ])
  })

  test('dates recovery by the last late response or refusal', () => {
    expect(recoveredAfter(resultOf(...timely))).toBe(0)
    expect(recoveredAfter(resultOf(late, refused, [900, 20, 200]))).toBe(200)
    expect(recoveredAfter(resultOf())).toBe(Number.POSITIVE_INFINITY)
  })
})

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
