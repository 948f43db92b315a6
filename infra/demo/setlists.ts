import type { SourceSet } from '../setlist-sources/source.ts'
import { type DemoSong, type Role, SONGS, type Tier } from './band.ts'
import { type Dice, namedDice } from './dice.ts'

export type Place =
  | 'set 1 opener'
  | 'set 1'
  | 'set 1 closer'
  | 'set 2 opener'
  | 'set 2'
  | 'set 2 closer'
  | 'encore'

/** Weight of a song of each role in each place; 1 is neutral. */
const FITNESS: Record<Role, Partial<Record<Place, number>> & { readonly elsewhere: number }> = {
  opener: { 'set 1 opener': 9, 'set 2 opener': 4, 'set 1': 0.8, 'set 2': 0.5, elsewhere: 0.2 },
  'first set': { 'set 1': 1.8, 'set 1 opener': 0.8, 'set 1 closer': 0.8, 'set 2': 0.5, elsewhere: 0.2 },
  jam: { 'set 2 opener': 5, 'set 2': 2.6, 'set 1': 0.35, 'set 1 closer': 0.6, elsewhere: 0.2 },
  closer: { 'set 1 closer': 9, 'set 2 closer': 11, encore: 1, elsewhere: 0.3 },
  encore: { encore: 12, elsewhere: 0.1 },
  anywhere: { encore: 0.6, elsewhere: 1 },
}

export function fitnessOf({ role }: DemoSong, place: Place): number {
  return FITNESS[role][place] ?? FITNESS[role].elsewhere
}

/** Shows between two performances of a song, from a tier's most played song to its least played. */
const SHOWS_APART = {
  staple: { least: 3.8, most: 5 },
  regular: { least: 6.5, most: 13 },
  rarity: { least: 18, most: 320 },
  newcomer: { least: 5, most: 9 },
} as const satisfies Record<Tier, { least: number; most: number }>

const showsApart: ReadonlyMap<DemoSong, number> = new Map(
  SONGS.map((song) => {
    const { least, most } = SHOWS_APART[song.tier]
    return [song, least * (most / least) ** namedDice(`rarity of ${song.slug}`).roll()]
  }),
)

function showsApartOf(song: DemoSong): number {
  return showsApart.get(song) ?? SHOWS_APART[song.tier].most
}

export function frequencyOf(song: DemoSong): number {
  return 1 / showsApartOf(song)
}

const SHOWS_OF_REST = 3

/**
 * How much a song is due: 0 for the first shows after it was played, about 1 at its usual distance, at most 2.
 *
 * @param gap shows since it was last played; null when it never was
 */
export function duenessOf(song: DemoSong, gap: number | null): number {
  if (gap === null) return 1
  return Math.min(2, Math.max(0, gap - SHOWS_OF_REST + 1) / showsApartOf(song))
}

interface EarlierYears {
  readonly timesPlayed: number
  /** Shows since it was last played, at the demo's first show; null when it never was. */
  readonly gap: number | null
}

const EARLIER_SHOWS = 1640
export const DAYS_BETWEEN_EARLIER_SHOWS = 4.4

/** Ages of songs at the demo's first show, as shares of the band's earlier shows. */
const AGES = {
  staple: { youngest: 0.8, oldest: 1 },
  regular: { youngest: 0.35, oldest: 0.98 },
  rarity: { youngest: 0.2, oldest: 0.95 },
} as const satisfies Record<Exclude<Tier, 'newcomer'>, { youngest: number; oldest: number }>

export function earlierYearsOf(song: DemoSong): EarlierYears {
  if (song.tier === 'newcomer') return { timesPlayed: 0, gap: null }
  const dice = namedDice(`earlier years of ${song.slug}`)
  const { youngest, oldest } = AGES[song.tier]
  const age = Math.round(EARLIER_SHOWS * (youngest + (oldest - youngest) * dice.roll()))
  const timesPlayed = Math.max(1, Math.round(age * frequencyOf(song) * (0.85 + 0.3 * dice.roll())))
  return { timesPlayed, gap: Math.min(age - 1, Math.floor(2 * showsApartOf(song) * dice.roll())) }
}

export interface DemoPerformance {
  readonly set: SourceSet
  readonly song: DemoSong
  /** How it leads into the next song of its set, as setlists print it. */
  readonly transition: string
}

export interface SongRecord {
  readonly timesPlayed: number
  /** Number of the last show that played it: negative before the demo's first show, null if it was never played. */
  readonly lastShow: number | null
}

export type SongRecords = ReadonlyMap<DemoSong, SongRecord>

export interface PlayedShow {
  readonly performances: readonly DemoPerformance[]
  /** The song that is played again right after the song that follows it; null at most shows. */
  readonly sandwich: DemoSong | null
  readonly recordsBefore: SongRecords
  readonly recordsAfter: SongRecords
}

/** The shows at which newcomers are played for the first time, in the order of the songs. */
const DEBUT_SHOWS = [4, 9, 13, 17, 24, 30, 36, 41, 47, 51, 55, 58, 63, 70, 82, 95, 110, 130, 150, 170]

/** In set 1. */
const DEBUT_INDEX = 3

const THREE_SET_SHOW = 39

const debutOf: ReadonlyMap<DemoSong, number> = new Map(
  SONGS.filter((song) => song.tier === 'newcomer').map((song, index) => [song, DEBUT_SHOWS[index] ?? 0]),
)

/** Computed so far. A show depends on its number and those before it alone, so entries never become stale. */
const played: PlayedShow[] = []

export function playedShow(number: number): PlayedShow {
  while (played.length <= number) played.push(play(played.length))
  const show = played[number]
  if (show === undefined) throw new RangeError(`the demo band has no show ${number}`)
  return show
}

export function recordsBefore(number: number): SongRecords {
  if (number > 0) return playedShow(number - 1).recordsAfter
  return new Map(
    SONGS.map((song) => {
      const { timesPlayed, gap } = earlierYearsOf(song)
      return [song, { timesPlayed, lastShow: gap === null ? null : -1 - gap }]
    }),
  )
}

/** Shows between a song's last performance and the show of that number; null when it was never played. */
export function gapBefore(number: number, record: SongRecord | undefined): number | null {
  return typeof record?.lastShow === 'number' ? number - 1 - record.lastShow : null
}

function play(number: number): PlayedShow {
  const dice = namedDice(`setlist of show ${number}`)
  const before = recordsBefore(number)
  const chosen = chooseSongs(number, before, dice)
  const sandwich = chooseSandwich(chosen, dice)
  const performances = chosen.map(({ set, song }, index) => {
    const first = sandwich !== null && (index === sandwich || index === sandwich + 1)
    const again = sandwich !== null && index === sandwich + 2 ? chosen[sandwich] : undefined
    return { set, song: again?.song ?? song, transition: first ? ' > ' : chooseTransition(set, dice) }
  })
  return {
    performances,
    sandwich: sandwich === null ? null : (chosen[sandwich]?.song ?? null),
    recordsBefore: before,
    recordsAfter: recordsWith(performances, number, before),
  }
}

function recordsWith(
  performances: readonly DemoPerformance[],
  number: number,
  before: SongRecords,
): SongRecords {
  const songs = new Set(performances.map((performance) => performance.song))
  return new Map(
    Array.from(before, ([song, record]) => [
      song,
      songs.has(song) ? { timesPlayed: record.timesPlayed + 1, lastShow: number } : record,
    ]),
  )
}

type ChosenSong = Pick<DemoPerformance, 'set' | 'song'>

function chooseSongs(number: number, before: SongRecords, dice: Dice): readonly ChosenSong[] {
  const chosen = new Map<DemoSong, ChosenSong>()
  const debut = SONGS.find((song) => debutOf.get(song) === number)
  const wanted = SONGS.filter((song) => number > (debutOf.get(song) ?? -1)).map((song) => ({
    song,
    appeal: frequencyOf(song) * duenessOf(song, gapBefore(number, before.get(song))),
  }))
  for (const { set, place, index } of planShow(number, dice)) {
    const isDebut = set === '1' && index === DEBUT_INDEX
    const picked = dice.pick(wanted, ({ song, appeal }) =>
      chosen.has(song) ? 0 : appeal * fitnessOf(song, place),
    )
    const song = (isDebut && debut) || picked?.song
    if (song === undefined) throw new RangeError(`no song is left for show ${number}`)
    chosen.set(song, { set, song })
  }
  return Array.from(chosen.values())
}

interface PlannedSlot {
  readonly set: SourceSet
  readonly index: number
  readonly place: Place
}

function planShow(number: number, dice: Dice): readonly PlannedSlot[] {
  return [
    ...planSet('1', 'set 1', dice.between(7, 10)),
    ...planSet('2', 'set 2', dice.between(5, 8)),
    ...(number === THREE_SET_SHOW ? planSet('3', 'set 2', 6) : []),
    ...planEncore('e', dice.pick([1, 2, 3], (songs) => 4 - songs) ?? 1),
    ...(dice.chance(0.06) ? planEncore('e2', 1) : []),
  ]
}

function planSet(set: SourceSet, kind: 'set 1' | 'set 2', songs: number): readonly PlannedSlot[] {
  return Array.from({ length: songs }, (_, index) => {
    if (index === 0) return { set, index, place: `${kind} opener` as const }
    return { set, index, place: index === songs - 1 ? (`${kind} closer` as const) : kind }
  })
}

function planEncore(set: SourceSet, songs: number): readonly PlannedSlot[] {
  return Array.from({ length: songs }, (_, index) => ({ set, index, place: 'encore' as const }))
}

/** Index of a song of set 2 that is played again two songs later; null at most shows. */
function chooseSandwich(chosen: readonly ChosenSong[], dice: Dice): number | null {
  if (!dice.chance(0.08)) return null
  const candidates = chosen
    .map(({ set, song }, index) => ({ set, song, index }))
    .filter(({ set, song, index }) => set === '2' && song.role === 'jam' && chosen[index + 2]?.set === '2')
  return dice.pick(candidates)?.index ?? null
}

function chooseTransition(set: SourceSet, dice: Dice): string {
  const segues = set === '2' || set === '3' ? 0.55 : 0.2
  if (!dice.chance(segues)) return ', '
  return dice.chance(0.2) ? ' -> ' : ' > '
}
