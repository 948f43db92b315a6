import { describe, expect, test } from 'vitest'
import { choosePredictionToShow, closesAt, isOpenForPicks, utcDate } from './calendar.ts'

const at = (instant: string) => new Date(instant)

describe('closesAt', () => {
  test("closes at the end of the show's UTC day", () => {
    expect(closesAt({ showdate: '2025-12-31', locks_at: null })).toEqual(at('2026-01-01T00:00:00Z'))
    expect(closesAt({ showdate: '2025-06-20T19:30:00', locks_at: null })).toEqual(at('2025-06-21T00:00:00Z'))
  })

  test('closes at locks_at, whether before or after that day', () => {
    const early = { showdate: '2025-06-20', locks_at: '2025-06-20T19:30:00-04:00' }
    const late = { showdate: '2025-06-20', locks_at: at('2025-06-21T02:00:00Z') }

    expect(closesAt(early)).toEqual(at('2025-06-20T23:30:00Z'))
    expect(closesAt(late)).toEqual(at('2025-06-21T02:00:00Z'))
  })
})

describe('isOpenForPicks', () => {
  const show = { showdate: '2025-06-20', locks_at: null, is_scored: false }

  test('stays open until the instant at which picks close', () => {
    expect(isOpenForPicks(show, at('2025-06-20T23:59:59.999Z'))).toBe(true)
    expect(isOpenForPicks(show, at('2025-06-21T00:00:00Z'))).toBe(false)
  })

  test("stays open until locks_at, even past the show's day", () => {
    const early = { ...show, locks_at: '2025-06-20T12:00:00Z' }
    const late = { ...show, locks_at: '2025-06-21T06:00:00Z' }

    expect(isOpenForPicks(early, at('2025-06-20T11:59:59Z'))).toBe(true)
    expect(isOpenForPicks(early, at('2025-06-20T12:00:00Z'))).toBe(false)
    expect(isOpenForPicks(late, at('2025-06-21T05:00:00Z'))).toBe(true)
  })

  test('closes once scored and stays closed after a reset', () => {
    const before = at('2025-06-20T12:00:00Z')

    expect(isOpenForPicks({ ...show, is_scored: true }, before)).toBe(false)
    expect(isOpenForPicks({ ...show, was_scored: true }, before)).toBe(false)
    expect(isOpenForPicks({ ...show, was_scored: false }, before)).toBe(true)
  })
})

test('uses the UTC day of an instant', () => {
  expect(utcDate(at('2025-06-20T23:30:00-04:00'))).toBe('2025-06-21')
})

describe('choosePredictionToShow', () => {
  const on = (...days: string[]) => days.map((showdate, id) => ({ id, showdate }))
  const chosen = (...days: string[]) => choosePredictionToShow(on(...days), '2025-06-20')?.showdate

  test.each([
    ['the one of today', ['2025-06-19', '2025-06-21', '2025-06-20'], '2025-06-20'],
    [
      'the one of today when the date has a time',
      ['2025-06-21', '2025-06-20T00:00:00Z'],
      '2025-06-20T00:00:00Z',
    ],
    ['the nearest future one otherwise', ['2025-06-19', '2025-07-04', '2025-06-22'], '2025-06-22'],
    ['the most recent past one after that', ['2024-12-31', '2025-06-18', '2025-06-01'], '2025-06-18'],
    ['none of an empty list', [], undefined],
  ])('takes %s', (_, days, expected) => {
    expect(chosen(...days)).toBe(expected)
  })

  test.each(['2025-06-20', '2025-06-25', '2025-06-10'])('takes the first of two on %s', (day) => {
    expect(choosePredictionToShow(on(day, day), '2025-06-20')?.id).toBe(0)
  })
})
