import { openShow, predictionOf } from '@called-it/tests/support/web/factories'
import { describe, expect, test } from 'vitest'
import { choosePick } from './chosen-pick.ts'

const NOW = new Date('2026-04-17T12:00:00Z')
const pick = (showId: number, showdate: string | null) => ({
  prediction: predictionOf(showId),
  show: showdate === null ? null : openShow(showId, showdate),
})
const chosen = (...picks: ReturnType<typeof pick>[]) => choosePick(picks, NOW)?.prediction.show_id

describe('chosen pick', () => {
  test('puts shows without a date last', () => {
    expect(chosen(pick(1, null), pick(2, '2025-01-01'))).toBe(2)
    expect(chosen(pick(1, null))).toBe(1)
  })

  test('returns null without picks', () => {
    expect(choosePick([], NOW)).toBeNull()
  })
})
