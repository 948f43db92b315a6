import { beforeEach, expect, test, vi } from 'vitest'
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
