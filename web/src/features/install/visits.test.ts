import { beforeEach, expect, test, vi } from 'vitest'
import { isIos } from './ios.ts'
import { countVisit } from './visits.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-06-20T12:00:00Z')
const visitAt = (at: number) => {
  vi.setSystemTime(at)
  return countVisit()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  localStorage.clear()
})

test('counts pages within half an hour of each other as one visit', () => {
  expect([0, 20, 45, 80].map((minutes) => visitAt(NOON + minutes * MINUTE))).toEqual([1, 1, 1, 2])
})

test('begins again when the stored visits cannot be read', () => {
  localStorage.setItem('called-it:visits', '{"count":"9"}')
  expect(visitAt(NOON)).toBe(1)
  localStorage.setItem('called-it:visits', 'nonsense')
  expect(visitAt(NOON)).toBe(1)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Mozilla/5.0 (Linux; Android 16)', 5, false],
])('tells whether %s with %i touch points is of iOS: %s', (userAgent, maxTouchPoints, isOne) => {
  expect(isIos({ userAgent, maxTouchPoints })).toBe(isOne)
})
