import { expect, test } from 'vitest'
import { countStatuses, isHeld, recoveredAfter, slowestOf } from './limit-figures.ts'

type Answer = [atMs: number, tookMs: number, status: number]

const resultOf = (answers: Answer[], broken = 0) => ({ answers, broken, misshapen: 0, fansDone: 0 })
/** A hundred answers in time, then others. */
const after = (...others: Answer[]) =>
  resultOf([...Array.from({ length: 100 }, (_, at): Answer => [at, 20, 200]), ...others])
const asked = { rate: 50, seconds: 2 }

test('a rate is held where all are answered in time and with success', () => {
  expect(isHeld(after(), asked)).toBe(true)
  expect(isHeld(after([200, 900, 200]), asked)).toBe(true)
  expect(isHeld(after([200, 900, 200], [200, 900, 200]), asked)).toBe(false)
  expect(isHeld(after([200, 20, 503]), asked)).toBe(false)
  expect(isHeld({ ...after(), broken: 1 }, asked)).toBe(false)
  expect(isHeld(after(), { rate: 60, seconds: 2 })).toBe(false)
  expect(isHeld(resultOf([]), asked)).toBe(false)
})

test('what a refusal took does not make the answers look quick', () => {
  expect(
    slowestOf(
      resultOf([
        [0, 1, 503],
        [0, 700, 200],
        [0, 1, 503],
      ]),
    ),
  ).toBe(700)
})

test('statuses are counted, the most frequent first', () => {
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

test('a system has recovered when the last late answer or refusal has come', () => {
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
