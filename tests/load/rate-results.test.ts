import { describe, expect, test } from 'vitest'
import { countStatuses, isHeld, p99Of, recoveredAfter } from './rate-results.ts'

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
