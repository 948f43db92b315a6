import type { SongId } from '../setlist.ts'
import type { NextShow, PastShow } from './song-chance.ts'

/** A song is in the universe while it was played within either. */
const UNIVERSE_DAYS = 1096
const UNIVERSE_SHOWS = 150
/** Nights at one venue are one run while no more days lie between two of them. */
const MAX_DAYS_IN_RUN = 3
/** Data sites list single shows of many years under one tour. */
const MAX_DAYS_IN_TOUR = 60
const YEAR_DAYS = 365
const HALF_LIFE_SHOWS = 25

type SongPlays = {
  /** Indexes of the shows with the song. Twice in one show counts once. */
  readonly shows: number[]
  /** Plays, of which one loses half its weight every 25 shows, as of the last show with the song. */
  decayed: number
}

type Tour = { shows: number; lastDay: number; readonly plays: Map<SongId, number> }

/** What is known of a song before a show. Shows are counted from the last one back: a gap of 1 is last night. */
export type SongBefore = {
  readonly gap: number
  /** Shows since the first with the song. */
  readonly age: number
  readonly last10: number
  readonly last25: number
  readonly last50: number
  readonly last100: number
  /** Plays within the last 365 days, and shows. */
  readonly yearPlays: number
  readonly yearShows: number
  /** Plays so far, of which one loses half its weight every 25 shows. */
  readonly decayed: number
  readonly tourPlays: number
  readonly tourShows: number
  readonly isInRun: boolean
  readonly nightsOfRun: number
  readonly daysSinceShow: number
  readonly daysSincePlay: number
}

/** The share of shows that has the song, over the last 100 of them or since its first. */
export function usualRate({ last100, age }: SongBefore): number {
  return (last100 + 0.3) / (Math.min(100, age) + 6)
}

/** The shows so far, from which everything about the next one follows: it never sees the shows after. */
export class PlayLog {
  readonly #songs = new Map<SongId, SongPlays>()
  readonly #tours = new Map<number, Tour>()
  readonly #days: number[] = []
  #last: NextShow | null = null
  #nightsOfRun = 0

  add(show: PastShow): void {
    const tour = this.#tourOf(show)
    this.#nightsOfRun = this.#nightsBefore(show) + 1
    for (const song of songsOf(show)) {
      const plays = this.#songs.get(song) ?? { shows: [], decayed: 0 }
      plays.decayed = this.#decayedOf(plays) + 1
      plays.shows.push(this.#days.length)
      this.#songs.set(song, plays)
      tour.plays.set(song, (tour.plays.get(song) ?? 0) + 1)
    }
    tour.shows += 1
    if (show.tour !== null) this.#tours.set(show.tour, tour)
    tour.lastDay = show.day
    this.#last = show
    this.#days.push(show.day)
  }

  /** Every song of the universe, with what is known of it before the next show. */
  *before(next: NextShow): Generator<[SongId, SongBefore]> {
    const tour = this.#tourOf(next)
    const nightsOfRun = this.#nightsBefore(next)
    const shows = this.#days.length
    const daysSinceShow = this.#last === null ? 0 : next.day - this.#last.day
    const year = this.#days.findLastIndex((day) => next.day - day > YEAR_DAYS) + 1
    for (const [song, plays] of this.#songs) {
      const last = plays.shows.at(-1) ?? 0
      const gap = shows - last
      const daysSincePlay = next.day - (this.#days[last] ?? 0)
      if (gap > UNIVERSE_SHOWS && daysSincePlay > UNIVERSE_DAYS) continue
      const before = {
        gap,
        age: shows - (plays.shows[0] ?? 0),
        last10: countSince(plays, shows - 10),
        last25: countSince(plays, shows - 25),
        last50: countSince(plays, shows - 50),
        last100: countSince(plays, shows - 100),
        yearPlays: countSince(plays, year),
        yearShows: shows - year,
        decayed: this.#decayedOf(plays),
        tourPlays: tour.plays.get(song) ?? 0,
        tourShows: tour.shows,
        isInRun: gap <= nightsOfRun,
        nightsOfRun,
        daysSinceShow,
        daysSincePlay,
      }
      yield [song, before]
    }
  }

  #tourOf({ tour, day }: NextShow): Tour {
    const known = tour === null ? undefined : this.#tours.get(tour)
    const isOn = known !== undefined && day - known.lastDay <= MAX_DAYS_IN_TOUR
    return isOn ? known : { shows: 0, lastDay: day, plays: new Map() }
  }

  #nightsBefore({ venue, day }: NextShow): number {
    const continues = this.#last?.venue === venue && day - this.#last.day <= MAX_DAYS_IN_RUN
    return continues ? this.#nightsOfRun : 0
  }

  #decayedOf({ shows, decayed }: SongPlays): number {
    return decayed * 0.5 ** ((this.#days.length - 1 - (shows.at(-1) ?? 0)) / HALF_LIFE_SHOWS)
  }
}

function countSince({ shows }: SongPlays, first: number): number {
  return shows.length - 1 - shows.findLastIndex((show) => show < first)
}

export function songsOf({ sets }: PastShow): ReadonlySet<SongId> {
  return new Set(sets.flatMap(({ songs }) => songs))
}
