import { openShow, predictionOf } from '@called-it/tests/support/web/home-factories'
import { describe, expect, test } from 'vitest'
import { choosePick } from './chosen-pick.ts'

const TODAY = '2026-04-17'
const pick = (showId: number, showdate: string | null) => ({
  prediction: predictionOf(showId),
  show: showdate === null ? null : openShow(showId, showdate),
})
const chosen = (...picks: ReturnType<typeof pick>[]) => choosePick(picks, TODAY)?.prediction.show_id

describe('chosen pick', () => {
  test('prefers the show of today', () => {
    expect(chosen(pick(1, '2026-04-18'), pick(2, '2026-04-17'), pick(3, '2026-04-16'))).toBe(2)
  })

  test('falls back to the nearest future show', () => {
    expect(chosen(pick(1, '2026-04-25'), pick(2, '2026-04-19'), pick(3, '2026-04-16'))).toBe(2)
  })

  test('falls back to the most recent past show', () => {
    expect(chosen(pick(1, '2026-03-01'), pick(2, '2026-04-16'), pick(3, '2025-12-31'))).toBe(2)
  })

  test('puts shows without a date last', () => {
    expect(chosen(pick(1, null), pick(2, '2025-01-01'))).toBe(2)
    expect(chosen(pick(1, null))).toBe(1)
  })

  test('returns null without picks', () => {
    expect(choosePick([], TODAY)).toBeNull()
  })
})
