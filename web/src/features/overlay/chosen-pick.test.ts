import { openShow, predictionOf } from '@called-it/tests/support/web/home-factories'
import { expect, test } from 'vitest'
import { choosePick } from './chosen-pick.ts'

const TODAY = '2026-04-17'
const pick = (showId: number, showdate: string | null) => ({
  prediction: predictionOf(showId),
  show: showdate === null ? null : openShow(showId, showdate),
})
const chosen = (...picks: ReturnType<typeof pick>[]) => choosePick(picks, TODAY)?.prediction.show_id

test("today's show comes first", () => {
  expect(chosen(pick(1, '2026-04-18'), pick(2, '2026-04-17'), pick(3, '2026-04-16'))).toBe(2)
})

test('else the nearest future show', () => {
  expect(chosen(pick(1, '2026-04-25'), pick(2, '2026-04-19'), pick(3, '2026-04-16'))).toBe(2)
})

test('else the most recent past show', () => {
  expect(chosen(pick(1, '2026-03-01'), pick(2, '2026-04-16'), pick(3, '2025-12-31'))).toBe(2)
})

test('a show whose date is unknown comes after all others', () => {
  expect(chosen(pick(1, null), pick(2, '2025-01-01'))).toBe(2)
  expect(chosen(pick(1, null))).toBe(1)
})

test('else none', () => {
  expect(choosePick([], TODAY)).toBeNull()
})
