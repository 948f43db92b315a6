// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { dateRange, longDate, plainDate, shortDate, timeUntil, unknownDate } from './show-date.ts'

describe('show date', () => {
  test('uses the UTC day, whatever time follows it', () => {
    expect(longDate('2025-04-19')).toBe('Saturday, April 19, 2025')
    expect(longDate('2025-04-19T23:30:00-08:00')).toBe('Saturday, April 19, 2025')
    expect(plainDate('2024-02-29')).toBe('February 29, 2024')
    expect(shortDate('2025-01-01')).toBe('Jan 1')
  })

  test('returns a placeholder for a missing or invalid date', () => {
    expect(longDate('')).toBe(unknownDate())
    expect(dateRange('2025-13-40', '2025-04-19')).toBe(unknownDate())
  })

  test('formats the range from first to last day', () => {
    expect(dateRange('2025-04-15', '2025-05-02').replace(/\s/g, ' ')).toBe('April 15 – May 2, 2025')
    expect(dateRange('2025-04-15', '2025-04-15')).toBe('April 15, 2025')
  })

  test.each([
    ['2025-04-19T12:00:00Z', '2 d 5 h'],
    ['2025-04-17T12:12:00Z', '5 h 12 m'],
    ['2025-04-17T07:09:00Z', '9 m'],
    ['2025-04-17T07:00:01Z', '1 m'],
    ['2025-04-17T07:00:00Z', null],
    ['2025-04-16T07:00:00Z', null],
  ])('counts down to %s as %s', (instant, words) => {
    const now = Date.parse('2025-04-17T07:00:00Z')
    expect(timeUntil(Date.parse(instant), now)).toBe(words)
  })
})
