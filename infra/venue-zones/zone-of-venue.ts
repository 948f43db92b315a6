import { instantOfLocal, isTimeZone } from '@called-it/shared/game/time-zones'
import { readCity } from './place-names.ts'
import {
  addPeople,
  type City,
  loadZoneTable,
  type PeopleByZone,
  type Region,
  type ZoneTable,
} from './zone-table.ts'

export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

export interface Venue {
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  /** As the data source lists it; ignored unless it is a zone. */
  readonly timeZone: string | null
  readonly coordinates: Coordinates | null
  /** `YYYY-MM-DD`: zones that differ only on other days count as one. */
  readonly showdate: string
}

export type ZoneOrigin =
  | 'admin'
  | 'site'
  | 'city'
  | 'state'
  | 'majority'
  | 'country'
  | 'coordinates'
  | 'unknown'

export interface VenueZone {
  /** Null only where `origin` is `unknown`. */
  readonly timeZone: string | null
  /** An admin should look at it: it is likely, and not certain. */
  readonly needsCheck: boolean
  readonly origin: ZoneOrigin
}

/** @param choice the zone that an admin chose for the venue */
export type ZoneOfVenue = (venue: Venue, choice: string | null) => VenueZone

/** Raise it in a release that finds other zones than the one before: locks of upcoming shows are then computed again. */
export const ZONE_RULES = 2

const UNKNOWN: VenueZone = { timeZone: null, needsCheck: false, origin: 'unknown' }

/** Without its state a smaller place may be a namesake: of all Willistons the table has the one in North Dakota. */
const PEOPLE_OF_KNOWN_CITY = 100_000

/** Countries of the tables. */
const TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])

/** Any evening time will do: clocks change at night. */
const EVENING = '19:30'

/** The tables take 8 MB, which a worker needs for an import or two a day. */
const REST_MS = 10_000

let loaded: Promise<ZoneOfVenue> | undefined
let forgetting: NodeJS.Timeout | undefined

/** Loads the tables on first use, and again after a rest. A zone then takes about 10 µs. */
export function loadZoneOfVenue(): Promise<ZoneOfVenue> {
  clearTimeout(forgetting)
  forgetting = setTimeout(() => {
    loaded = undefined
  }, REST_MS).unref()
  loaded ??= loadZoneTable().then(
    (table) => (venue, choice) =>
      stated(choice, 'admin') ?? stated(venue.timeZone, 'site') ?? derived(venue, table),
  )
  return loaded
}

function stated(zone: string | null, origin: ZoneOrigin): VenueZone | null {
  return zone !== null && isTimeZone(zone) ? { timeZone: zone, needsCheck: false, origin } : null
}

function derived(venue: Venue, table: ZoneTable): VenueZone {
  const { coordinates, showdate } = venue
  const atCoordinates = coordinates && table.zoneAt(coordinates.latitude, coordinates.longitude)
  const named = byNames(venue, table)
  if (named === null) return stated(atCoordinates, 'coordinates') ?? UNKNOWN
  const differs = atCoordinates !== null && !isSameClock(named.timeZone, atCoordinates, showdate)
  return { ...named, needsCheck: named.needsCheck || differs }
}

function byNames(venue: Venue, table: ZoneTable): (VenueZone & { timeZone: string }) | null {
  const country = countryOf(venue, table)
  if (country === undefined) return null
  const { regions, cities } = findPlaces(venue, country, table)
  const clocks = (zones: PeopleByZone) => clocksOf(zones, venue.showdate)

  const ofCities = clocks(peopleByZone(cities))
  if (ofCities[0] !== undefined && ofCities.length === 1) {
    const mayBeNamesake =
      regions.length === 0 &&
      cities.every(({ people }) => people < PEOPLE_OF_KNOWN_CITY) &&
      (country === null || clocks(table.zonesOfCountry(country)).length > 1)
    return { timeZone: ofCities[0], needsCheck: mayBeNamesake, origin: 'city' }
  }

  const [region] = regions
  if (region !== undefined && regions.length === 1) {
    const [zone, ...others] = clocks(region.zones)
    const isOnlyOne = others.length === 0
    if (zone !== undefined) {
      return { timeZone: zone, needsCheck: !isOnlyOne, origin: isOnlyOne ? 'state' : 'majority' }
    }
  }

  const ofCountry = country === null ? [] : clocks(table.zonesOfCountry(country))
  if (ofCountry[0] === undefined || ofCountry.length > 1) return null
  return { timeZone: ofCountry[0], needsCheck: false, origin: 'country' }
}

/** Null where the venue has none, undefined for one that is not known. A territory may be listed as a state of the USA. */
function countryOf({ city, state, country }: Venue, table: ZoneTable): string | null | undefined {
  if (!country?.trim()) return null
  const listed = table.findCountry(country)
  if (listed !== 'US') return listed
  const states = [state ?? '', ...readCity(city ?? '').regions].map((name) => table.findCountry(name))
  return states.find((code) => code !== undefined && TERRITORIES.has(code)) ?? listed
}

/** @param country null where the venue has none: then a region may be in several countries */
function findPlaces(venue: Venue, country: string | null, table: ZoneTable) {
  const isThere = (region: Region) => country === null || region.country === country
  const written = readCity(venue.city ?? '')
  const regions = firstFound([venue.state ?? '', ...written.regions], (name) =>
    table.findRegions(name).filter(isThere),
  )
  const cities = firstFound(written.names, (name) =>
    table
      .findCities(name)
      .filter(({ region }) => isThere(region) && (regions.length === 0 || regions.includes(region))),
  )
  return { regions, cities }
}

function firstFound<Found>(names: readonly string[], find: (name: string) => readonly Found[]) {
  for (const name of names) {
    const found = find(name)
    if (found.length > 0) return found
  }
  return []
}

function peopleByZone(cities: readonly City[]): PeopleByZone {
  const zones = new Map<string, number>()
  for (const { zone, people } of cities) addPeople(zones, zone, people)
  return zones
}

/** One zone of each group whose clocks agree on that day, the one of most people first. */
function clocksOf(zones: PeopleByZone, day: string): readonly string[] {
  const groups = new Map<number, { people: number; zone: string; peopleOfZone: number }>()
  for (const [zone, people] of zones) {
    const evening = eveningOf(day, zone)
    const group = groups.get(evening)
    if (group === undefined) {
      groups.set(evening, { people, zone, peopleOfZone: people })
      continue
    }
    group.people += people
    if (people > group.peopleOfZone) Object.assign(group, { zone, peopleOfZone: people })
  }
  return Array.from(groups.values())
    .sort((one, other) => other.people - one.people)
    .map(({ zone }) => zone)
}

function isSameClock(zone: string, other: string, day: string): boolean {
  return eveningOf(day, zone) === eveningOf(day, other)
}

function eveningOf(day: string, zone: string): number {
  return instantOfLocal(day, EVENING, zone).getTime()
}
