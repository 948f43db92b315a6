import { utcOffsetMinutes } from '@called-it/shared/game/time-zones'
import { describe, expect, test } from 'vitest'
import { createLogger } from './log.ts'
import { warnOfOldZoneData } from './zone-data.ts'

/** @param version of this Node where it is left out */
function warnings(version?: string) {
  const lines: string[] = []
  warnOfOldZoneData(createLogger('gateway', 'warn', { write: (line) => lines.push(line) }), version)
  return lines.map((line): unknown => JSON.parse(line))
}

describe('zone data', () => {
  test('warns of zones that are older than the rules of 2027', () => {
    expect(warnings('2025c')).toMatchObject([{ level: 'warn', zoneData: '2025c', needed: '2026c' }])
  })

  test.each(['2026c', '2026d', '2027a'])('accepts %s', (version) => {
    expect(warnings(version)).toEqual([])
  })

  test.skipIf(warnings().length > 0)('has the offsets of 2027 where it is accepted', () => {
    const winter = new Date('2027-01-15T00:00:00Z')
    const offsets = ['America/Vancouver', 'America/Edmonton'].map((zone) => utcOffsetMinutes(zone, winter))
    expect(offsets).toEqual([-7 * 60, -6 * 60])
  })
})
