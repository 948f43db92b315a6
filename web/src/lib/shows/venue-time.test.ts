import { afterEach, describe, expect, test, vi } from 'vitest'
import { instantInWords, startInWords } from './venue-time.ts'

const start = { starts_at: '2026-06-20T23:30:00Z', utc_offset: -240, time_source: 'default' } as const

function onDeviceAhead(minutes: number): void {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-minutes)
}

afterEach(() => vi.restoreAllMocks())

describe('time of a show', () => {
  test.each([
    ['in Berlin', 120, 'Sat, June 20 · 7:30 PM at the venue (your time Sun 1:30 AM)'],
    ['at the venue', -240, 'Sat, June 20 · 7:30 PM at the venue'],
    ['in Kathmandu', 345, 'Sat, June 20 · 7:30 PM at the venue (your time Sun 5:15 AM)'],
    ['in Chicago', -300, 'Sat, June 20 · 7:30 PM at the venue (your time 6:30 PM)'],
  ])('names the own time of a device %s only where it differs', (_where, ahead, words) => {
    onDeviceAhead(ahead)
    expect(startInWords(start)).toBe(words)
  })

  test('warns of an early lock at a venue without a zone, unless an admin set it', () => {
    const unknown = { starts_at: null, utc_offset: null }
    expect(startInWords({ ...unknown, time_source: 'unknown' })).toMatch(/picks may close early/)
    expect(startInWords({ ...unknown, time_source: 'admin' })).toBeNull()
  })

  test('shows a lock in own time where the zone of the venue is unknown', () => {
    onDeviceAhead(120)
    expect(instantInWords('2026-06-19T10:00:00Z', null)).toBe('Fri, June 19 · 12:00 PM your time')
  })
})
