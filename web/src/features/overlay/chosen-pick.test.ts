import { openShow, predictionOf } from '@called-it/tests/support/web/factories'
import { describe, expect, test } from 'vitest'
import { choosePick, liveShowOf } from './chosen-pick.ts'

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

describe('overlay of tonight', () => {
  const closed = openShow(1, '2026-04-17')
  const live = openShow(2, '2026-04-17', { overlay: 'live' })
  test.each([
    ['of the pick, which is live', [closed, live], 2, 2],
    ['of the pick, which is closed', [closed, live], 1, null],
    ['of any show for a pick of another night', [closed, live], 3, 2],
    ['of any show without a pick', [closed, live], null, 2],
    ['of no show where none is live', [closed], null, null],
  ])('is that %s', (_, tonight, pickedShowId, showId) => {
    expect(liveShowOf(tonight, pickedShowId)?.id ?? null).toBe(showId)
  })
})
