// @vitest-environment node
import { expect, test } from 'vitest'
import { dateRange, longDate, plainDate, shortDate, timeUntil, UNKNOWN_DATE } from './show-date.ts'

test('a show is on its UTC day, whatever time stands after it', () => {
  expect(longDate('2025-04-19')).toBe('Saturday, April 19, 2025')
  expect(longDate('2025-04-19T23:30:00-08:00')).toBe('Saturday, April 19, 2025')
  expect(plainDate('2024-02-29')).toBe('February 29, 2024')
  expect(shortDate('2025-01-01')).toBe('Jan 1')
})

test('a date that is missing or makes no sense is unknown', () => {
  expect(longDate('')).toBe(UNKNOWN_DATE)
  expect(dateRange('2025-13-40', '2025-04-19')).toBe(UNKNOWN_DATE)
})

test('a tour lasts from its first to its last day', () => {
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
])('until %s it is %s', (instant, words) => {
  const now = Date.parse('2025-04-17T07:00:00Z')
  expect(timeUntil(instant, now)).toBe(words)
})
