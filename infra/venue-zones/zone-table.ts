import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isTimeZone } from '@called-it/shared/game/time-zones'
import { COUNTRY_NAMES, foldName, MORE_ZONES, REGION_NAMES, readCity } from './place-names.ts'

/** Zones with the people of their known cities. */
export type PeopleByZone = ReadonlyMap<string, number>

export interface Region {
  /** A code of two letters, or the folded name of a country without one. */
  readonly country: string
  readonly zones: PeopleByZone
}

export interface City {
  readonly region: Region
  readonly zone: string
  readonly people: number
}

export interface ZoneTable {
  findCities(name: string): readonly City[]
  /** A name or a code; one that several countries use has several. */
  findRegions(name: string): readonly Region[]
  findCountry(name: string): string | undefined
  zonesOfCountry(country: string): PeopleByZone
  /** What the zones' own map says, which is coarse near borders; null at sea, and where there is no such place. */
  zoneAt(latitude: number, longitude: number): string | null
}

/** Read, since a module would keep 4 MB in memory for ever. */
async function readCities(): Promise<typeof import('city-timezones').cityMapping> {
  const file = createRequire(import.meta.url).resolve('city-timezones/data/cityMap.json')
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Takes 0.15 s and 3 MB. */
export async function loadZoneTable(): Promise<ZoneTable> {
  const [cityMapping, { getAllCountries }, { default: zoneAt }] = await Promise.all([
    readCities(),
    import('countries-and-timezones'),
    import('@photostructure/tz-lookup'),
  ])
  const cities = new Map<string, City[]>()
  const regions = new Map<string, Region[]>()
  const countries = new Map<string, string>()
  const zonesOfCountries = new Map<string, Map<string, number>>()
  const regionsByCountry = new Map<string, Region & { readonly zones: Map<string, number> }>()

  const zonesOf = (country: string) => valueAt(zonesOfCountries, country, () => new Map())
  const knownZones = new Map<string, boolean>()
  const isKnown = (zone: string | null) => zone !== null && valueAt(knownZones, zone, () => isTimeZone(zone))
  const foldedNames = new Map<string, string>()
  const fold = (name: string) => valueAt(foldedNames, name, () => foldName(name))
  const nameCountry = (name: string, country: string) => {
    const folded = fold(name)
    if (!countries.has(folded)) countries.set(folded, country)
  }

  for (const { id, name, timezones } of Object.values(getAllCountries())) {
    for (const alias of [id, name, ...(COUNTRY_NAMES[id] ?? [])]) nameCountry(alias, id)
    for (const zone of timezones.filter(isKnown)) zonesOf(id).set(zone, 0)
  }
  for (const row of cityMapping) {
    const { timezone: zone, pop: people } = row
    // 48 places, in Antarctica, have no zone.
    if (!isKnown(zone)) continue
    // Kosovo and Somaliland have a number for a code.
    const country = /^[A-Z]{2}$/.test(row.iso2) ? row.iso2 : fold(row.country)
    nameCountry(row.country, country)
    nameCountry(row.iso3, country)
    addPeople(zonesOf(country), zone, people)

    const province = fold(row.province)
    const region = valueAt(regionsByCountry, `${country} ${province}`, () => {
      const created = { country, zones: new Map<string, number>() }
      for (const other of MORE_ZONES[country]?.[province] ?? []) addPeople(created.zones, other, 0)
      const code = row.state_ansi === undefined ? [] : [fold(row.state_ansi)]
      for (const name of [province, ...code, ...(REGION_NAMES[country]?.[province] ?? [])]) {
        if (name !== '') valueAt(regions, name, () => []).push(created)
      }
      return created
    })
    addPeople(region.zones, zone, people)

    const names = new Set([...readCity(row.city).names, ...readCity(row.city_ascii).names])
    for (const name of new Set(Array.from(names, fold))) {
      valueAt(cities, name, () => []).push({ region, zone, people })
    }
  }

  return {
    findCities: (name) => cities.get(foldName(name)) ?? [],
    findRegions: (name) => regions.get(foldName(name)) ?? [],
    findCountry: (name) => countries.get(foldName(name)),
    zonesOfCountry: (country) => zonesOfCountries.get(country) ?? new Map(),
    zoneAt(latitude, longitude) {
      if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
      const zone = zoneAt(latitude, longitude)
      return isTimeZone(zone) ? zone : null
    },
  }
}

export function addPeople(zones: Map<string, number>, zone: string, people: number) {
  zones.set(zone, (zones.get(zone) ?? 0) + people)
}

function valueAt<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const created = create()
  map.set(key, created)
  return created
}
