/** How sources and people write places, and how the tables do. */

/** `St. Louis`, `Saint Louis` and `ST LOUIS` become the same, as do `Montréal` and `Montreal`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\b(st|ft|mt)\./g, '$1 ')
    .replace(/[\p{M}.'’]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bfort\b/g, 'ft')
    .replace(/\bmount\b/g, 'mt')
    .replace(/^the /, '')
    .trim()
}

export interface WrittenCity {
  /** The first that is known is meant: `Lyon/Villeurbanne`. */
  readonly names: readonly string[]
  /** `Toronto, Ontario` */
  readonly regions: readonly string[]
}

export function readCity(city: string): WrittenCity {
  const [name = '', ...regions] = city.split(',')
  return { names: [city, name, ...name.split('/')], regions }
}

/** Other folded names of countries, by their code. */
export const COUNTRY_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['uae'],
  BA: ['bosnia'],
  CN: ['peoples republic of china'],
  CZ: ['czech republic', 'czechia'],
  GB: ['uk', 'great britain', 'britain', 'england', 'scotland', 'wales', 'northern ireland'],
  HK: ['hong kong'],
  IE: ['republic of ireland', 'eire'],
  KR: ['korea', 'republic of korea'],
  MO: ['macau'],
  NL: ['holland'],
  RU: ['russian federation'],
  TR: ['turkey'],
  US: ['united states', 'america'],
  VI: ['us virgin islands'],
  VN: ['viet nam'],
}

/** Other folded names of states and provinces, by their country and the table's folded name. */
export const REGION_NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  AU: {
    'australian capital territory': ['act'],
    'new south wales': ['nsw'],
    'northern territory': ['nt'],
    queensland: ['qld'],
    'south australia': ['sa'],
    tasmania: ['tas'],
    victoria: ['vic'],
    'western australia': ['wa'],
  },
  CA: {
    alberta: ['ab'],
    'british columbia': ['bc'],
    manitoba: ['mb'],
    'new brunswick': ['nb'],
    'newfoundland and labrador': ['nl', 'newfoundland', 'labrador'],
    'northwest territories': ['nt'],
    'nova scotia': ['ns'],
    nunavut: ['nu'],
    ontario: ['on'],
    'prince edward island': ['pe', 'pei'],
    quebec: ['qc', 'pq'],
    saskatchewan: ['sk'],
    yukon: ['yt', 'yukon territory'],
  },
  MX: { 'distrito federal': ['df', 'cdmx', 'ciudad de mexico'] },
  // The table of cities has a code for every state, and none for the district.
  US: { 'district of columbia': ['dc'] },
}

/** Zones of parts of a state of which the table of cities has no city: the state alone says only what most of it uses. */
export const MORE_ZONES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Lloydminster.
  CA: { saskatchewan: ['America/Edmonton'] },
  // Bahía de Banderas.
  MX: { nayarit: ['America/Mexico_City'] },
  // Jackpot and West Wendover.
  US: { nevada: ['America/Denver'] },
}
