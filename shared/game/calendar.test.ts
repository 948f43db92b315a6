import { describe, expect, test } from 'vitest'
import {
  arePicksPublic,
  choosePredictionToShow,
  isOpenForPicks,
  isTonight,
  lockOfUnknownZone,
  type ShowState,
  timesAtVenue,
  utcDate,
} from './calendar.ts'

const at = (instant: string) => new Date(instant)

const show: ShowState = {
  showdate: '2025-06-20',
  locks_at: '2025-06-20T23:30:00Z',
  is_scored: false,
  is_cancelled: false,
}

describe('timesAtVenue', () => {
  const venue = { showdate: '2025-06-20', timeZone: 'America/New_York', startsLocal: '19:30' }

  test('starts by the clock of the venue and closes after the grace', () => {
    expect(timesAtVenue(venue, 0)).toEqual({
      startsAt: at('2025-06-20T23:30:00Z'),
      locksAt: at('2025-06-20T23:30:00Z'),
    })
    expect(timesAtVenue(venue, 30).locksAt).toEqual(at('2025-06-21T00:00:00Z'))
  })

  test('ignores a time after the date', () => {
    const { startsAt } = timesAtVenue({ ...venue, showdate: '2025-06-20T00:00:00' }, 0)
    expect(startsAt).toEqual(at('2025-06-20T23:30:00Z'))
  })
})

test('closes at 10:00 UTC of the day before in an unknown zone', () => {
  expect(lockOfUnknownZone('2025-03-01')).toEqual(at('2025-02-28T10:00:00Z'))
})

describe('isOpenForPicks', () => {
  const before = at('2025-06-20T12:00:00Z')

  test('stays open until the lock', () => {
    expect(isOpenForPicks(show, at('2025-06-20T23:29:59.999Z'))).toBe(true)
    expect(isOpenForPicks(show, at('2025-06-20T23:30:00Z'))).toBe(false)
  })

  test.each(['is_scored', 'is_cancelled', 'picks_closed'] as const)('is closed before it by %s', (reason) => {
    expect(isOpenForPicks({ ...show, [reason]: false }, before)).toBe(true)
    expect(isOpenForPicks({ ...show, [reason]: true }, before)).toBe(false)
  })
})

describe('arePicksPublic', () => {
  const before = at('2025-06-20T23:29:59.999Z')
  const arePublic = (rest: Partial<Parameters<typeof arePicksPublic>[0]>, now = before) =>
    arePicksPublic({ ...show, is_held_by_run: false, ...rest }, now)

  test('begins at the lock, or before it when scored or closed for good', () => {
    expect(arePublic({})).toBe(false)
    expect(arePublic({}, at('2025-06-20T23:30:00Z'))).toBe(true)
    expect(arePublic({ is_scored: true, picks_closed: true })).toBe(true)
    expect(arePublic({ picks_closed: true })).toBe(true)
  })

  test('does not begin before the lock while a run holds the picks', () => {
    expect(arePublic({ picks_closed: true, is_held_by_run: true })).toBe(false)
    expect(arePublic({ picks_closed: true, is_held_by_run: true }, at('2025-06-20T23:30:00Z'))).toBe(true)
  })

  test('never begins for a cancelled show', () => {
    expect(arePublic({ is_cancelled: true, is_scored: true }, at('2025-06-21T00:00:00Z'))).toBe(false)
  })
})

describe('isTonight', () => {
  test('lasts from the lock until noon UTC of the day after', () => {
    expect(isTonight(show, at('2025-06-20T23:29:59Z'))).toBe(false)
    expect(isTonight(show, at('2025-06-20T23:30:00Z'))).toBe(true)
    expect(isTonight(show, at('2025-06-21T11:59:59Z'))).toBe(true)
    expect(isTonight(show, at('2025-06-21T12:00:00Z'))).toBe(false)
  })

  test('ends with the score, and never begins for a cancelled show', () => {
    const during = at('2025-06-21T01:00:00Z')
    expect(isTonight({ ...show, is_scored: true }, during)).toBe(false)
    expect(isTonight({ ...show, is_cancelled: true }, during)).toBe(false)
  })

  test('begins when picks are closed before the lock', () => {
    expect(isTonight({ ...show, picks_closed: true }, at('2025-06-20T12:00:00Z'))).toBe(true)
  })
})

test('uses the UTC day of an instant', () => {
  expect(utcDate(at('2025-06-20T23:30:00-04:00'))).toBe('2025-06-21')
})

describe('choosePredictionToShow', () => {
  const now = at('2025-06-20T20:00:00Z')
  const on = (day: string, rest: Partial<ShowState> = {}) => ({
    ...show,
    showdate: day,
    locks_at: `${day}T19:00:00Z`,
    ...rest,
  })
  const played = (day: string) => on(day, { is_scored: true })

  test.each([
    ['the one of tonight', [on('2025-06-21'), played('2025-06-19'), on('2025-06-20')], 2],
    ['the nearest future one otherwise', [played('2025-06-20'), on('2025-07-04'), on('2025-06-22')], 2],
    ['the latest past one after that', [played('2024-12-31'), played('2025-06-18'), played('2025-06-01')], 1],
    ['none that is cancelled', [on('2025-06-20', { is_cancelled: true }), played('2025-06-18')], 1],
    ['the first of two at one instant', [played('2025-06-18'), played('2025-06-18')], 0],
  ])('takes %s', (_, predictions, expected) => {
    expect(choosePredictionToShow(predictions, now)).toBe(predictions[expected])
  })

  test('takes none of an empty list', () => {
    expect(choosePredictionToShow([], now)).toBeNull()
  })
})
