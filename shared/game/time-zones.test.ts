import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOfLocal, isTimeZone, utcOffsetMinutes } from './time-zones.ts'

describe('isTimeZone', () => {
  test.each([
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'Antarctica/DumontDUrville',
    'Europe/Kyiv',
    'US/Eastern',
  ])('accepts %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  test('accepts every zone of the runtime', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([])
  })

  test.each([
    'EST',
    'UTC',
    'Japan',
    '+05:30',
    'Etc/GMT+5',
    'SystemV/EST5EDT',
    'America/Atlantis',
    'america/new_york',
    ' America/New_York',
    '',
  ])('refuses "%s"', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })
})

test.each([
  ['America/New_York', '2026-07-04', -240],
  ['America/New_York', '2026-12-31', -300],
  ['Asia/Kolkata', '2026-01-01', 330],
  ['Pacific/Kiritimati', '2026-01-01', 840],
  ['Europe/London', '2026-01-01', 0],
  // Before standard time, by the sun: -4:56:02.
  ['America/New_York', '1850-01-01', -296],
])('knows the offset of %s on %s', (zone, day, minutes) => {
  expect(utcOffsetMinutes(zone, new Date(`${day}T12:00:00Z`))).toBe(minutes)
})

describe('instantOfLocal', () => {
  test.each([
    ['2026-07-04', '19:30', 'America/New_York', '2026-07-04T23:30:00Z'],
    ['2026-12-31', '19:30', 'America/Los_Angeles', '2027-01-01T03:30:00Z'],
    ['2026-01-01', '00:15', 'Pacific/Kiritimati', '2025-12-31T10:15:00Z'],
    ['2026-01-01', '19:30', 'Asia/Kathmandu', '2026-01-01T13:45:00Z'],
    ['0001-01-01', '12:00', 'America/New_York', '0001-01-01T16:56:02Z'],
  ])('finds %s %s in %s', (day, time, zone, instant) => {
    expect(instantOfLocal(day, time, zone)).toEqual(new Date(instant))
  })

  test.each([
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T03:30:00-04:00'],
    // Half an hour is skipped.
    ['2026-10-04', '02:10', 'Australia/Lord_Howe', '2026-10-04T02:40:00+11:00'],
    // The whole day is skipped, across the date line.
    ['2011-12-30', '19:30', 'Pacific/Apia', '2011-12-31T19:30:00+14:00'],
  ])('moves the skipped %s %s in %s forward by the gap', (day, time, zone, instant) => {
    expect(instantOfLocal(day, time, zone)).toEqual(new Date(instant))
  })

  test('takes the first of a local time that occurs twice', () => {
    const first = new Date('2026-11-01T01:30:00-04:00')
    expect(instantOfLocal('2026-11-01', '01:30', 'America/New_York')).toEqual(first)
  })

  test('returns the first instant at which clocks of the zone show that time', () => {
    fc.assert(
      fc.property(
        days,
        minutes,
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        (day, minute, zone) => {
          const wanted = `${day}T${minute}`
          const shownAt = clockOf(zone)
          const instants = possibleInstants(wanted).filter((instant) => shownAt(instant) === wanted)
          const found = instantOfLocal(day, minute, zone)

          expect(instants[0] ?? 'skipped').toEqual(shownAt(found) > wanted ? 'skipped' : found)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('throws for an unknown zone and an unreadable time', () => {
    expect(() => instantOfLocal('2026-07-04', '19:30', 'America/Atlantis')).toThrow(RangeError)
    expect(() => instantOfLocal('2026-07-04', '25:30', 'America/New_York')).toThrow(RangeError)
  })
})

const dayText = (date: Date) => date.toISOString().slice(0, 10)

/** Half of them near a change of the clocks somewhere. */
const days = fc.oneof(
  fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'),
  fc.date({ min: new Date('1983-01-01'), max: new Date('2045-12-30'), noInvalidDate: true }).map(dayText),
)
const minutes = fc.integer({ min: 0, max: 1439 }).map((minute) => {
  const digits = (number: number) => String(number).padStart(2, '0')
  return `${digits(Math.trunc(minute / 60))}:${digits(minute % 60)}`
})

/** Offsets from +15:00 to -15:00 by quarters of an hour, as all are since 1983; the earliest instant first. */
function possibleInstants(local: string): Date[] {
  return Array.from({ length: 121 }, (_, index) => new Date(Date.parse(`${local}Z`) + (index - 60) * 900_000))
}

/** Writes `YYYY-MM-DDTHH:MM`, as a clock of the zone shows it. */
function clockOf(timeZone: string): (instant: Date) => string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (instant) => clock.format(instant).replace(' ', 'T')
}
