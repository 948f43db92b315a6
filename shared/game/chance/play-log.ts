import type { SongId } from '../setlist.ts'
import type { NextShow, PastShow } from './song-chance.ts'

/** A song is in the universe while it was played within either. */
const UNIVERSE_DAYS = 1096
const UNIVERSE_SHOWS = 150
/** Nights at one venue are one run while no more days lie between two of them. */
const MAX_DAYS_IN_RUN = 3
/** Shows are one leg, whatever the venues, while no more days lie between two of them. */
const MAX_DAYS_IN_LEG = 12
/** Data sites list single shows of many years under one tour. */
const MAX_DAYS_IN_TOUR = 60
const YEAR_DAYS = 365
const HALF_LIFE_SHOWS = 25
/** A play in each show makes a decayed count of 1. */
const DECAYED_UNIT = 1 - 0.5 ** (1 / HALF_LIFE_SHOWS)
const MAX_GAPS = 20
const GAPS_OF_MEDIAN = 10
/** A gap weighs this much of the one after it. */
const GAP_DECAY = 0.9
const SHOWS_PER_YIELD = 50

type SongPlays = {
  /** Indexes of the shows with the song. Twice in one show counts once. */
  readonly shows: number[]
  /** The newest first. */
  gaps: readonly number[]
  usualGap: number
  /** As of the last show with the song. */
  decayed: number
}

type Group = { shows: number; lastDay: number; readonly plays: Map<SongId, number> }

/** What is known of a song before a show. */
export type SongBefore = {
  /** Shows since the last play: 1 if the last show had it. */
  readonly gap: number
  /** The median of the last ten gaps; 0 before there is one. */
  readonly usualGap: number
  /** The share of its last gaps that were at least as long as this one; newer ones weigh more. */
  readonly longerGaps: number
  readonly daysSincePlay: number
  /** Shows since the first with the song. */
  readonly age: number
  readonly last100: number
  /** The share of shows with it, where a show loses half its weight every 25 shows. */
  readonly lately: number
  /** Plays within the last 365 days, and shows. */
  readonly yearPlays: number
  readonly yearShows: number
  readonly tourPlays: number
  readonly tourShows: number
  /** Plays on this leg, and its shows. */
  readonly legPlays: number
  readonly legShows: number
  readonly isInRun: boolean
}

/** The share of shows that has the song, over the last 100 of them or since its first. */
export function usualRate({ last100, age }: SongBefore): number {
  return (last100 + 0.3) / (Math.min(100, age) + 6)
}

/** The shows so far, from which everything about the next one follows: it never sees the shows after. */
export class PlayLog {
  readonly #songs = new Map<SongId, SongPlays>()
  readonly #tours = new Map<number, Group>()
  readonly #days: number[] = []
  #leg: Group | undefined
  #last: NextShow | null = null
  #nightsOfRun = 0

  add(show: PastShow): void {
    const tour = groupOn(show.day, this.#tourOf(show), MAX_DAYS_IN_TOUR)
    const leg = groupOn(show.day, this.#leg, MAX_DAYS_IN_LEG)
    this.#nightsOfRun = this.#nightsBefore(show) + 1
    for (const song of songsOf(show)) {
      this.#songs.set(song, this.#playedAgain(this.#songs.get(song)))
      for (const { plays } of [tour, leg]) plays.set(song, (plays.get(song) ?? 0) + 1)
    }
    for (const group of [tour, leg]) {
      group.shows += 1
      group.lastDay = show.day
    }
    if (show.tour !== null) this.#tours.set(show.tour, tour)
    this.#leg = leg
    this.#last = show
    this.#days.push(show.day)
  }

  /** Every song of the universe, with what is known of it before the next show. */
  *before(next: NextShow): Generator<[SongId, SongBefore]> {
    const tour = groupOn(next.day, this.#tourOf(next), MAX_DAYS_IN_TOUR)
    const leg = groupOn(next.day, this.#leg, MAX_DAYS_IN_LEG)
    const nightsOfRun = this.#nightsBefore(next)
    const shows = this.#days.length
    const year = this.#days.findLastIndex((day) => next.day - day > YEAR_DAYS) + 1
    for (const [song, plays] of this.#songs) {
      const last = plays.shows.at(-1) ?? 0
      const gap = shows - last
      const daysSincePlay = next.day - (this.#days[last] ?? 0)
      if (gap > UNIVERSE_SHOWS && daysSincePlay > UNIVERSE_DAYS) continue
      const before = {
        gap,
        usualGap: plays.usualGap,
        longerGaps: shareFrom(gap, plays.gaps),
        daysSincePlay,
        age: shows - (plays.shows[0] ?? 0),
        last100: countSince(plays, shows - 100),
        lately: DECAYED_UNIT * this.#decayedOf(plays),
        yearPlays: countSince(plays, year),
        yearShows: shows - year,
        tourPlays: tour.plays.get(song) ?? 0,
        tourShows: tour.shows,
        legPlays: leg.plays.get(song) ?? 0,
        legShows: leg.shows,
        isInRun: gap <= nightsOfRun,
      }
      yield [song, before]
    }
  }

  #playedAgain(plays: SongPlays | undefined): SongPlays {
    const index = this.#days.length
    if (plays === undefined) return { shows: [index], gaps: [], usualGap: 0, decayed: 1 }
    const gaps = [index - (plays.shows.at(-1) ?? 0), ...plays.gaps].slice(0, MAX_GAPS)
    const sorted = gaps.slice(0, GAPS_OF_MEDIAN).sort((one, other) => one - other)
    const decayed = this.#decayedOf(plays) + 1
    plays.shows.push(index)
    return { shows: plays.shows, gaps, usualGap: sorted[Math.floor(sorted.length / 2)] ?? 0, decayed }
  }

  #tourOf({ tour }: NextShow): Group | undefined {
    return tour === null ? undefined : this.#tours.get(tour)
  }

  #nightsBefore({ venue, day }: NextShow): number {
    const continues = this.#last?.venue === venue && day - this.#last.day <= MAX_DAYS_IN_RUN
    return continues ? this.#nightsOfRun : 0
  }

  #decayedOf({ shows, decayed }: SongPlays): number {
    return decayed * 0.5 ** ((this.#days.length - 1 - (shows.at(-1) ?? 0)) / HALF_LIFE_SHOWS)
  }
}

/** Yields after a few milliseconds of work each. */
export function* logOf(history: readonly PastShow[]): Generator<void, PlayLog> {
  const log = new PlayLog()
  for (const [index, show] of history.entries()) {
    log.add(show)
    if (index % SHOWS_PER_YIELD === 0) yield
  }
  return log
}

/** A group that has ended begins anew. */
function groupOn(day: number, group: Group | undefined, maxDays: number): Group {
  const goesOn = group !== undefined && day - group.lastDay <= maxDays
  return goesOn ? group : { shows: 0, lastDay: day, plays: new Map() }
}

function shareFrom(gap: number, gaps: readonly number[]): number {
  let longer = 0.3
  let all = 0.3
  let weight = 1
  for (const earlier of gaps) {
    if (earlier >= gap) longer += weight
    all += weight
    weight *= GAP_DECAY
  }
  return longer / all
}

function countSince({ shows }: SongPlays, first: number): number {
  return shows.length - 1 - shows.findLastIndex((show) => show < first)
}

export function songsOf({ sets }: PastShow): ReadonlySet<SongId> {
  return new Set(sets.flatMap(({ songs }) => songs))
}
