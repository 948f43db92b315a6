import type { Role, Tier } from './chapters.ts'
import { namedDice } from './dice.ts'
import { type DemoSong, SONGBOOK } from './songbook.ts'

/** A place in a show that songs of one role or another are made for. */
export type Place =
  | 'set 1 opener'
  | 'set 1'
  | 'set 1 closer'
  | 'set 2 opener'
  | 'set 2'
  | 'set 2 closer'
  | 'encore'

/** How much better or worse than elsewhere a song of each role stands in each place. */
const FITNESS: Record<Role, Record<Place, number>> = {
  opener: places(0.2, { 'set 1 opener': 9, 'set 2 opener': 4, 'set 1': 0.8, 'set 2': 0.5 }),
  'first set': places(0.2, { 'set 1': 1.8, 'set 1 opener': 0.8, 'set 1 closer': 0.8, 'set 2': 0.5 }),
  jam: places(0.2, { 'set 2 opener': 5, 'set 2': 2.6, 'set 1': 0.35, 'set 1 closer': 0.6 }),
  closer: places(0.3, { 'set 1 closer': 9, 'set 2 closer': 11, encore: 1 }),
  encore: places(0.1, { encore: 12 }),
  anywhere: places(1, { encore: 0.6 }),
}

function places(elsewhere: number, better: Partial<Record<Place, number>>): Record<Place, number> {
  return {
    'set 1 opener': elsewhere,
    'set 1': elsewhere,
    'set 1 closer': elsewhere,
    'set 2 opener': elsewhere,
    'set 2': elsewhere,
    'set 2 closer': elsewhere,
    encore: elsewhere,
    ...better,
  }
}

/** How well a song stands in a place; 1 is neither well nor badly. */
export function fitnessOf(song: DemoSong, place: Place): number {
  return FITNESS[song.role][place]
}

/** Shows between two performances of a song, from a tier's most played song to its least played. */
const SHOWS_APART = {
  staple: { least: 3.8, most: 5 },
  regular: { least: 6.5, most: 13 },
  rarity: { least: 18, most: 320 },
  newcomer: { least: 5, most: 9 },
} as const satisfies Record<Tier, { least: number; most: number }>

const showsApart: ReadonlyMap<DemoSong, number> = new Map(
  SONGBOOK.map((song) => {
    const { least, most } = SHOWS_APART[song.tier]
    return [song, least * (most / least) ** namedDice(`rarity of ${song.slug}`).roll()]
  }),
)

function showsApartOf(song: DemoSong): number {
  return showsApart.get(song) ?? SHOWS_APART[song.tier].most
}

/** How often a song is played, as a share of all shows. */
export function frequencyOf(song: DemoSong): number {
  return 1 / showsApartOf(song)
}

/** Songs rest this many shows after they were played. */
const SHOWS_OF_REST = 3

/**
 * How much a song is due: 0 while it rests, 1 about when it usually comes back, and no more than 2.
 *
 * @param gap shows since it was last played; null when it never was
 */
export function duenessOf(song: DemoSong, gap: number | null): number {
  if (gap === null) return 1
  return Math.min(2, Math.max(0, gap - SHOWS_OF_REST + 1) / showsApartOf(song))
}

/** What lies behind a song before the first show of the demo. */
interface EarlierYears {
  /** Shows that had it. */
  readonly timesPlayed: number
  /** Shows since it was last played, when the demo's first show begins; null when it never was. */
  readonly gap: number | null
}

/** Shows that the band played before the demo's first one, and about how many days apart they lay. */
const EARLIER_SHOWS = 1640
export const DAYS_BETWEEN_EARLIER_SHOWS = 4.4

/** How old songs are when the demo's first show begins, as shares of the band's earlier shows. */
const AGES = {
  staple: { youngest: 0.8, oldest: 1 },
  regular: { youngest: 0.35, oldest: 0.98 },
  rarity: { youngest: 0.2, oldest: 0.95 },
} as const satisfies Record<Exclude<Tier, 'newcomer'>, { youngest: number; oldest: number }>

/** A song's earlier years, as likely as its age and its rarity have them. */
export function earlierYearsOf(song: DemoSong): EarlierYears {
  if (song.tier === 'newcomer') return { timesPlayed: 0, gap: null }
  const dice = namedDice(`earlier years of ${song.slug}`)
  const { youngest, oldest } = AGES[song.tier]
  const age = Math.round(EARLIER_SHOWS * (youngest + (oldest - youngest) * dice.roll()))
  const timesPlayed = Math.max(1, Math.round(age * frequencyOf(song) * (0.85 + 0.3 * dice.roll())))
  return { timesPlayed, gap: Math.min(age - 1, Math.floor(2 * showsApartOf(song) * dice.roll())) }
}
