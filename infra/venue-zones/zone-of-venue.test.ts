import { instantOfLocal } from '@called-it/shared/game/time-zones'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadZoneOfVenue, type Venue, type ZoneOfVenue } from './zone-of-venue.ts'

let zoneOfVenue: ZoneOfVenue

beforeAll(async () => {
  zoneOfVenue = await loadZoneOfVenue()
})

test('loads its tables again after a rest only', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const first = loadZoneOfVenue()
  vi.advanceTimersByTime(9_000)
  expect(loadZoneOfVenue()).toBe(first)
  vi.advanceTimersByTime(10_000)
  expect(loadZoneOfVenue()).not.toBe(first)
})

const NOWHERE: Venue = {
  city: null,
  state: null,
  country: null,
  timeZone: null,
  coordinates: null,
  showdate: '2026-07-04',
}
const find = (venue: Partial<Venue>, choice: string | null = null) =>
  zoneOfVenue({ ...NOWHERE, ...venue }, choice)
const place = (city: string | null, state: string | null, country: string | null) => ({
  city,
  state,
  country,
})
const at = (latitude: number, longitude: number) => ({ coordinates: { latitude, longitude } })

const CHICAGO = place('Chicago', 'IL', 'USA')
const IN_TOKYO = at(35.68, 139.69)
const UNKNOWN = { timeZone: null, needsCheck: false, origin: 'unknown' }

describe('order of sources', () => {
  const everything = { ...CHICAGO, ...IN_TOKYO, timeZone: 'Europe/Paris' }

  test.each([
    ['the choice of an admin', everything, 'Asia/Kolkata', 'Asia/Kolkata', 'admin'],
    ['the listed zone', everything, null, 'Europe/Paris', 'site'],
    ['the listed zone instead of a choice that is no zone', everything, 'EST', 'Europe/Paris', 'site'],
    [
      'the names instead of a listed zone that is none',
      { ...CHICAGO, timeZone: '+05:30' },
      null,
      'America/Chicago',
      'city',
    ],
    ['the coordinates where there are no names', IN_TOKYO, null, 'Asia/Tokyo', 'coordinates'],
    [
      'the coordinates where names say nothing',
      { ...place('Unknown', null, 'USA'), ...at(39.66, -105.2) },
      null,
      'America/Denver',
      'coordinates',
    ],
  ])('takes %s', (_, venue, choice, timeZone, origin) => {
    expect(find(venue, choice)).toEqual({ timeZone, needsCheck: false, origin })
  })

  test.each([
    ['nothing', {}],
    ['blank names', place(' ', '', ' ')],
    ['a country of several zones', place('Unknown', null, 'USA')],
    ['a city that several zones have', place('Portland', null, 'USA')],
    ['a namesake of a city in an unknown country', place('Toronto', null, 'Atlantis')],
    ['coordinates in the sea', at(0, 0)],
    ['impossible coordinates', at(91, 181)],
  ])('knows no zone from %s', (_, venue) => {
    expect(find(venue)).toEqual(UNKNOWN)
  })
})

describe('names', () => {
  test.each([
    [place('Washington', 'DC', 'USA'), 'America/New_York'],
    [place('Washington, D.C.', null, 'USA'), 'America/New_York'],
    [place('Washington DC', null, 'United States'), 'America/New_York'],
    [place('Saint Louis', 'MO', 'U.S.A.'), 'America/Chicago'],
    [place('Ft.Worth', 'Texas', 'us'), 'America/Chicago'],
    [place('PORTLAND', 'OR', null), 'America/Los_Angeles'],
    [place('Perth', 'WA', null), 'Australia/Perth'],
    [place('Toronto, Ontario', null, 'Canada'), 'America/Toronto'],
    [place('Montreal', 'QC', 'Canada'), 'America/Montreal'],
    [place('St. John’s', 'NL', 'Canada'), 'America/St_Johns'],
    [place('London', 'Ontario', 'CA'), 'America/Toronto'],
    [place('London', null, 'England'), 'Europe/London'],
    [place('Glasgow', 'Scotland', 'UK'), 'Europe/London'],
    [place('Newcastle', 'N.S.W.', 'Australia'), 'Australia/Sydney'],
    [place('Lyon/Villeurbanne', null, 'France'), 'Europe/Paris'],
    [place('Düsseldorf', null, 'Germany'), 'Europe/Berlin'],
    [place('Amsterdam', null, 'The Netherlands'), 'Europe/Amsterdam'],
    [place('Pristina', null, 'Kosovo'), 'Europe/Belgrade'],
    [place('Barcelona', null, 'Spain'), 'Europe/Madrid'],
    [place('San Juan', null, 'Puerto Rico'), 'America/Puerto_Rico'],
    [place('San Juan', 'PR', 'USA'), 'America/Puerto_Rico'],
    [place('San Juan, Puerto Rico', null, 'USA'), 'America/Puerto_Rico'],
    [place('Christiansted', 'VI', 'USA'), 'America/St_Thomas'],
    [place('Las Vegas', 'NV', 'USA'), 'America/Los_Angeles'],
  ])('finds the city of %o', (venue, timeZone) => {
    expect(find(venue)).toEqual({ timeZone, needsCheck: false, origin: 'city' })
  })

  test.each([
    // The table's Richmonds of the USA are in Virginia and Indiana.
    [place('Richmond', 'VT', 'USA'), 'America/New_York'],
    [place('Koto-ku, Tokyo', null, 'Japan'), 'Asia/Tokyo'],
    [place('Riviera Maya, Quintana Roo', null, 'Mexico'), 'America/Cancun'],
    [place(null, 'Colorado', null), 'America/Denver'],
    [place('Georgetown', 'D.C.', 'USA'), 'America/New_York'],
    [place('Cruz Bay', 'VI', 'USA'), 'America/St_Thomas'],
    // Lloydminster has the same clocks in summer.
    [place('Rosetown', 'SK', 'Canada'), 'America/Regina'],
  ])('finds the only zone of the state of %o', (venue, timeZone) => {
    expect(find(venue)).toEqual({ timeZone, needsCheck: false, origin: 'state' })
  })

  test.each([
    [place('Noblesville', 'IN', 'USA'), 'America/Indiana/Indianapolis'],
    [place('Manchester', 'TN', 'USA'), 'America/Chicago'],
    // Half of the known cities are in the other zone.
    [place('Bardstown', 'KY', 'USA'), 'America/New_York'],
    [place('Tempe', 'AZ', 'USA'), 'America/Phoenix'],
    [place('Stateline', 'NV', 'USA'), 'America/Los_Angeles'],
    [place('Sayulita', 'Nayarit', 'Mexico'), 'America/Mazatlan'],
  ])('marks the zone of most people in the state of %o', (venue, timeZone) => {
    expect(find(venue)).toEqual({ timeZone, needsCheck: true, origin: 'majority' })
  })

  test.each([
    [place('Nüremberg', null, 'Germany'), 'Europe/Berlin'],
    [place(null, null, 'Czechia'), 'Europe/Prague'],
    [place(null, null, 'Iceland'), 'Atlantic/Reykjavik'],
    [place('Rincón', 'PR', 'USA'), 'America/Puerto_Rico'],
    [place('Tamuning', 'GU', 'USA'), 'Pacific/Guam'],
    [place('Tafuna', 'AS', 'United States'), 'Pacific/Pago_Pago'],
    [place('Saipan', 'MP', 'US'), 'Pacific/Saipan'],
  ])('finds the only zone of the country of %o', (venue, timeZone) => {
    expect(find(venue)).toEqual({ timeZone, needsCheck: false, origin: 'country' })
  })

  test('marks a smaller city that may be a namesake', () => {
    const williston = place('Williston', null, 'USA')
    expect(find(williston)).toEqual({ timeZone: 'America/Chicago', needsCheck: true, origin: 'city' })
  })
})

describe('coordinates against names', () => {
  const PHOENIX = place('Phoenix', 'AZ', 'USA')
  const IN_LOS_ANGELES = at(34.05, -118.24)

  test.each([
    ['2026-01-10', true],
    ['2026-07-10', false],
  ])('marks the city’s zone only if clocks differ on the day, %s: %s', (showdate, needsCheck) => {
    expect(find({ ...PHOENIX, ...IN_LOS_ANGELES, showdate })).toEqual({
      timeZone: 'America/Phoenix',
      needsCheck,
      origin: 'city',
    })
  })

  test('ignores coordinates in the sea', () => {
    expect(find({ ...PHOENIX, ...at(0, 0) })).toMatchObject({ needsCheck: false, origin: 'city' })
  })
})

describe('lock at 19:30', () => {
  const PLACES: readonly (readonly [city: string, region: string, country: string, timeZone: string])[] = [
    ['New York', 'NY', 'USA', 'America/New_York'],
    ['Burlington', 'VT', 'USA', 'America/New_York'],
    ['Chicago', 'IL', 'USA', 'America/Chicago'],
    ['Morrison', 'CO', 'USA', 'America/Denver'],
    ['Phoenix', 'AZ', 'USA', 'America/Phoenix'],
    ['George', 'WA', 'USA', 'America/Los_Angeles'],
    ['Anchorage', 'AK', 'USA', 'America/Anchorage'],
    ['Honolulu', 'HI', 'USA', 'Pacific/Honolulu'],
    ['St. John’s', 'NL', 'Canada', 'America/St_Johns'],
    ['Halifax', 'Nova Scotia', 'Canada', 'America/Halifax'],
    ['Québec', 'QC', 'Canada', 'America/Toronto'],
    ['Saskatoon', 'SK', 'Canada', 'America/Regina'],
    ['Vancouver', 'BC', 'Canada', 'America/Vancouver'],
    ['Edmonton', 'AB', 'Canada', 'America/Edmonton'],
    ['Guadalajara', 'Jalisco', 'Mexico', 'America/Mexico_City'],
    ['São Paulo', 'São Paulo', 'Brazil', 'America/Sao_Paulo'],
    ['Dublin', 'Leinster', 'Ireland', 'Europe/Dublin'],
    ['Manchester', 'England', 'UK', 'Europe/London'],
    ['Milano', 'Lombardia', 'Italy', 'Europe/Rome'],
    ['Helsinki', 'Uusimaa', 'Finland', 'Europe/Helsinki'],
    ['Tehran', 'Tehran', 'Iran', 'Asia/Tehran'],
    ['Mumbai', 'Maharashtra', 'India', 'Asia/Kolkata'],
    ['Kathmandu', 'Bagmati', 'Nepal', 'Asia/Kathmandu'],
    ['Rangoon', 'Yangon', 'Myanmar', 'Asia/Yangon'],
    ['Koto-ku', 'Tokyo', 'Japan', 'Asia/Tokyo'],
    ['Adelaide', 'SA', 'Australia', 'Australia/Adelaide'],
    ['Brisbane', 'QLD', 'Australia', 'Australia/Brisbane'],
    ['Sydney', 'NSW', 'Australia', 'Australia/Sydney'],
    ['Auckland', 'Auckland', 'New Zealand', 'Pacific/Auckland'],
    ['Nuku’alofa', '', 'Tonga', 'Pacific/Tongatapu'],
    ['Apia', '', 'Samoa', 'Pacific/Apia'],
  ]
  /** Clocks change in North America, Europe, Australia or New Zealand on all but the last. */
  const DAYS = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-09-27',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
    '2026-12-31',
  ]

  test('names 25 zones or more', () => {
    expect(new Set(PLACES.map(([, , , timeZone]) => timeZone)).size).toBeGreaterThanOrEqual(25)
  })

  test.each(PLACES)('is that time of the day in %s, %s, %s', (city, state, country, expected) => {
    for (const showdate of DAYS) {
      for (const written of [place(city, state, country), place(`${city}, ${state}`, null, country)]) {
        const { timeZone } = find({ ...written, showdate })
        const lock = instantOfLocal(showdate, '19:30', String(timeZone))
        expect(clockOf(expected, lock)).toBe(`${showdate} 19:30`)
      }
    }
  })

  function clockOf(timeZone: string, instant: Date): string {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
      instant,
    )
  }
})
