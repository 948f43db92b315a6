import { join } from 'node:path'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { describe, expect, test } from 'vitest'
import { createFileSource } from '../setlist-sources/file/file-source.ts'
import { loadZoneOfVenue } from './zone-of-venue.ts'

/** Reading 6 MB takes a fraction of a second, and much longer while other tests use both cores. */
const TIMEOUT = 60_000

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test('finds the zone of all but two of 1,967 shows', { timeout: TIMEOUT }, async () => {
    const rows = createFileSource({ paths: [join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv')] })
    const [shows, zoneOfVenue] = await Promise.all([rows.listShows(), loadZoneOfVenue()])
    const counts = new Map<string, number>()
    for (const { city, state, country, date: showdate } of shows) {
      const { origin, needsCheck } = zoneOfVenue(
        { city, state, country, showdate, timeZone: null, coordinates: null },
        null,
      )
      const outcome = needsCheck ? `${origin}, please check` : origin
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }
    expect(Object.fromEntries(counts)).toEqual({
      city: 1205,
      state: 661,
      'majority, please check': 79,
      country: 20,
      // `Unknown`, USA, and Escalarre, Spain, which has three zones.
      unknown: 2,
    })
  })
})
