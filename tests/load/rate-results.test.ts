import { describe, expect, test } from 'vitest'
import { countStatuses, isHeld, p99Of, recoveredAfter } from './rate-results.ts'

type Response = [atMs: number, tookMs: number, status: number]

const resultOf = (responses: Response[], broken = 0) => ({ responses, broken, malformed: 0, usersDone: 0 })
/** A hundred responses in time, then others. */
const after = (...others: Response[]) =>
  resultOf([...Array.from({ length: 100 }, (_, at): Response => [at, 20, 200]), ...others])
const asked = { rate: 50, seconds: 2 }

describe('results of a rate', () => {
  test('holds a rate where all responses are in time and successful', () => {
    expect(isHeld(after(), asked)).toBe(true)
    expect(isHeld(after([200, 900, 200]), asked)).toBe(true)
    expect(isHeld(after([200, 900, 200], [200, 900, 200]), asked)).toBe(false)
    expect(isHeld(after([200, 20, 503]), asked)).toBe(false)
    expect(isHeld({ ...after(), broken: 1 }, asked)).toBe(false)
    expect(isHeld(after(), { rate: 60, seconds: 2 })).toBe(false)
    expect(isHeld(resultOf([]), asked)).toBe(false)
  })

  test('does not count quick refusals in the 99th percentile', () => {
    expect(
      p99Of(
        resultOf([
          [0, 1, 503],
          [0, 700, 200],
          [0, 1, 503],
        ]),
      ),
    ).toBe(700)
  })

  test('counts statuses, the most frequent first', () => {
    expect([
      ...countStatuses(
        resultOf([
          [0, 1, 503],
          [1, 1, 200],
          [2, 1, 200],
        ]),
      ),
    ]).toEqual([
      [200, 2],
      [503, 1],
    ])
  })

  test('dates recovery by the last late response or refusal', () => {
    expect(recoveredAfter(after())).toBe(0)
    expect(
      recoveredAfter(
        resultOf([
          [300, 500, 200],
          [40, 1, 503],
          [900, 20, 200],
        ]),
      ),
    ).toBe(300)
    expect(recoveredAfter(resultOf([]))).toBe(Number.POSITIVE_INFINITY)
  })
})
