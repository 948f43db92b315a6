import { describe, expect, test } from 'vitest'
import { choosePredictionToShow, closesAt, isOpenForPicks, utcDate } from './calendar.ts'

const at = (instant: string) => new Date(instant)

describe('picks close', () => {
  test('at the end of the UTC day of the show', () => {
    expect(closesAt({ showdate: '2025-12-31', locks_at: null })).toEqual(at('2026-01-01T00:00:00Z'))
    expect(closesAt({ showdate: '2025-06-20T19:30:00', locks_at: null })).toEqual(at('2025-06-21T00:00:00Z'))
  })

  test('at locks_at where there is one, before that day or after it', () => {
    const early = { showdate: '2025-06-20', locks_at: '2025-06-20T19:30:00-04:00' }
    const late = { showdate: '2025-06-20', locks_at: at('2025-06-21T02:00:00Z') }

    expect(closesAt(early)).toEqual(at('2025-06-20T23:30:00Z'))
    expect(closesAt(late)).toEqual(at('2025-06-21T02:00:00Z'))
  })
})

describe('a show is open for picks', () => {
  const show = { showdate: '2025-06-20', locks_at: null, is_scored: false }

  test('until the instant at which they close', () => {
    expect(isOpenForPicks(show, at('2025-06-20T23:59:59.999Z'))).toBe(true)
    expect(isOpenForPicks(show, at('2025-06-21T00:00:00Z'))).toBe(false)
  })

  test('until its locks_at, and beyond its day where that is later', () => {
    const early = { ...show, locks_at: '2025-06-20T12:00:00Z' }
    const late = { ...show, locks_at: '2025-06-21T06:00:00Z' }

    expect(isOpenForPicks(early, at('2025-06-20T11:59:59Z'))).toBe(true)
    expect(isOpenForPicks(early, at('2025-06-20T12:00:00Z'))).toBe(false)
    expect(isOpenForPicks(late, at('2025-06-21T05:00:00Z'))).toBe(true)
  })

  test('not once it is scored, nor after its scores were reset', () => {
    const before = at('2025-06-20T12:00:00Z')

    expect(isOpenForPicks({ ...show, is_scored: true }, before)).toBe(false)
    expect(isOpenForPicks({ ...show, was_scored: true }, before)).toBe(false)
    expect(isOpenForPicks({ ...show, was_scored: false }, before)).toBe(true)
  })
})

test('a day is a UTC day', () => {
  expect(utcDate(at('2025-06-20T23:30:00-04:00'))).toBe('2025-06-21')
})

describe('the prediction that the overlay shows', () => {
  const on = (...days: string[]) => days.map((showdate, id) => ({ id, showdate }))
  const chosen = (...days: string[]) => choosePredictionToShow(on(...days), '2025-06-20')?.showdate

  test.each([
    ["is today's", ['2025-06-19', '2025-06-21', '2025-06-20'], '2025-06-20'],
    [
      "is today's, whatever time its date carries",
      ['2025-06-21', '2025-06-20T00:00:00Z'],
      '2025-06-20T00:00:00Z',
    ],
    ['else of the nearest future show', ['2025-06-19', '2025-07-04', '2025-06-22'], '2025-06-22'],
    ['else of the most recent past show', ['2024-12-31', '2025-06-18', '2025-06-01'], '2025-06-18'],
    ['else none', [], undefined],
  ])('%s', (_, days, expected) => {
    expect(chosen(...days)).toBe(expected)
  })

  test.each(['2025-06-20', '2025-06-25', '2025-06-10'])('is the first of two on %s', (day) => {
    expect(choosePredictionToShow(on(day, day), '2025-06-20')?.id).toBe(0)
  })
})
