/** How often songs in the same situation were played of late: what a sum of single features cannot express. */
import { type SongBefore, usualRate } from './play-log.ts'

const HALF_LIFE_SHOWS = 300
/** A cell with few songs stays near the mean of all. */
const PRIOR_SONGS = 8

/** A quantity in steps: the step of a value is the count of limits up to it. */
type Dimension = { readonly of: (song: SongBefore) => number; readonly limits: readonly number[] }

const GAP: Dimension = { of: ({ gap }) => gap, limits: [2, 3, 4, 6, 8, 12, 20, 40] }
const TOUR_PLAYS: Dimension = { of: ({ tourPlays }) => tourPlays, limits: [1, 2, 3, 4, 5] }
const TOUR_SHOWS: Dimension = { of: ({ tourShows }) => tourShows, limits: [1, 3, 6, 10, 15, 20] }
const RATE: Dimension = { of: usualRate, limits: [0.02, 0.05, 0.09, 0.13, 0.2] }

export const TABLES = {
  gapOnTour: [GAP, TOUR_PLAYS, TOUR_SHOWS, RATE],
} as const satisfies Record<string, readonly Dimension[]>

/** Plain data: of each cell, the songs that were in it and those of them that were played, both decayed. */
export type SituationTable = { readonly songs: number[]; readonly plays: number[] }

export function emptyTable(dimensions: readonly Dimension[]): SituationTable {
  const cells = dimensions.reduce((product, { limits }) => product * (limits.length + 1), 1)
  return { songs: new Array<number>(cells).fill(0), plays: new Array<number>(cells).fill(0) }
}

export function cellOf(dimensions: readonly Dimension[], song: SongBefore): number {
  return dimensions.reduce((cell, { of, limits }) => {
    const value = of(song)
    const above = limits.findIndex((limit) => value < limit)
    return cell * (limits.length + 1) + (above === -1 ? limits.length : above)
  }, 0)
}

/** The log odds of being played in this cell. */
export function oddsOf({ songs, plays }: SituationTable, cell: number, mean: number): number {
  const hits = (plays[cell] ?? 0) + PRIOR_SONGS * mean
  return Math.log(hits / ((songs[cell] ?? 0) + PRIOR_SONGS - hits))
}

/** The share of all songs that were played, 1 of 20 while nothing is known. */
export function meanOf({ songs, plays }: SituationTable): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return (sum(plays) + 1) / (sum(songs) + 20)
}

export function addShow(
  { songs, plays }: SituationTable,
  shown: readonly { readonly cell: number; readonly isPlayed: boolean }[],
): void {
  for (const values of [songs, plays]) {
    for (const [cell, value] of values.entries()) values[cell] = value * 0.5 ** (1 / HALF_LIFE_SHOWS)
  }
  for (const { cell, isPlayed } of shown) {
    songs[cell] = (songs[cell] ?? 0) + 1
    plays[cell] = (plays[cell] ?? 0) + Number(isPlayed)
  }
}
