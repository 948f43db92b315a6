import type { SourceSet } from '../source.ts'
import { type Dice, namedDice } from './dice.ts'
import { duenessOf, earlierYearsOf, fitnessOf, frequencyOf, type Place } from './rotation.ts'
import { type DemoSong, SONGBOOK } from './songbook.ts'

export interface DemoPerformance {
  readonly set: SourceSet
  readonly song: DemoSong
  /** How it leads into the next song of its set, as setlists print it. */
  readonly transition: string
}

/** What a song has behind it at some moment. */
export interface SongRecord {
  /** Shows that had it. */
  readonly timesPlayed: number
  /** The number of the last show that had it: negative before the demo's first show, null if there is none. */
  readonly lastShow: number | null
}

export type SongRecords = ReadonlyMap<DemoSong, SongRecord>

export interface PlayedShow {
  readonly performances: readonly DemoPerformance[]
  /** The song that was taken up again after another one, if there was such a pair. */
  readonly sandwich: DemoSong | null
  readonly recordsBefore: SongRecords
  readonly recordsAfter: SongRecords
}

/** The shows that play a newcomer for the first time, in the order of the songbook. */
const DEBUT_SHOWS = [4, 9, 13, 17, 24, 30, 36, 41, 47, 51, 55, 58, 63, 70, 82, 95, 110, 130, 150, 170]

/** Where in set 1 a debut stands. */
const DEBUT_INDEX = 3

const THREE_SET_SHOW = 39

const debutOf: ReadonlyMap<DemoSong, number> = new Map(
  SONGBOOK.filter((song) => song.tier === 'newcomer').map((song, index) => [song, DEBUT_SHOWS[index] ?? 0]),
)

/** The shows dealt so far. A show follows from its number and those before it, so none is ever stale. */
const dealt: PlayedShow[] = []

/** What the demo band plays at a show, by the show's number: the same for ever. */
export function playedShow(number: number): PlayedShow {
  while (dealt.length <= number) dealt.push(play(dealt.length))
  const show = dealt[number]
  if (show === undefined) throw new RangeError(`the demo band has no show ${number}`)
  return show
}

/** What every song has behind it when a show begins, by the show's number. */
export function recordsBefore(number: number): SongRecords {
  if (number > 0) return playedShow(number - 1).recordsAfter
  return new Map(
    SONGBOOK.map((song) => {
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
  const debut = SONGBOOK.find((song) => debutOf.get(song) === number)
  const wanted = SONGBOOK.filter((song) => number > (debutOf.get(song) ?? -1)).map((song) => ({
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

/** The index of a song of set 2 that comes back two songs later; null at most shows. */
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
