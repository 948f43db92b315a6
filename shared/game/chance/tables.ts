/** How often songs in the same situation were played of late: what a sum of single features cannot express. */
import { type SongBefore, usualRate } from './play-log.ts'

const HALF_LIFE_SHOWS = 150
/** A cell with few songs stays near the mean of all. */
const PRIOR_SONGS = 8

/** A quantity in steps: the step of a value is the count of limits up to it. */
type Dimension = { readonly of: (song: SongBefore) => number; readonly limits: readonly number[] }

const GAP: Dimension = { of: ({ gap }) => gap, limits: [2, 3, 4, 6, 8, 12, 20, 40] }
const TOUR_PLAYS: Dimension = { of: ({ tourPlays }) => tourPlays, limits: [1, 2, 3, 4, 5] }
const TOUR_SHOWS: Dimension = { of: ({ tourShows }) => tourShows, limits: [1, 3, 6, 10, 15, 20] }
const RATE: Dimension = { of: usualRate, limits: [0.02, 0.05, 0.09, 0.13, 0.2] }
const LATELY: Dimension = {
  of: ({ lately }) => lately,
  limits: [0.003, 0.006, 0.01, 0.02, 0.03, 0.045, 0.065, 0.09, 0.13],
}
const LEG_PLAYS: Dimension = { of: ({ legPlays }) => legPlays, limits: TOUR_PLAYS.limits }
const LEG_SHOWS: Dimension = { of: ({ legShows }) => legShows, limits: TOUR_SHOWS.limits }
const DAYS: Dimension = {
  of: ({ daysSincePlay }) => daysSincePlay,
  limits: [2, 4, 7, 12, 20, 40, 80, 150, 300, 600],
}
const GAP_TO_USUAL: Dimension = {
  of: ({ gap, usualGap }) => gap / Math.max(1, usualGap),
  limits: [0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.7, 2.5, 4],
}
const LONGER_GAPS: Dimension = {
  of: ({ longerGaps }) => longerGaps,
  limits: [0.05, 0.15, 0.3, 0.5, 0.7, 0.9],
}

export const TABLES = {
  gapOnTour: [GAP, TOUR_PLAYS, TOUR_SHOWS, RATE],
  latelyOnTour: [LATELY, TOUR_PLAYS, TOUR_SHOWS],
  gapOnLeg: [GAP, LEG_PLAYS, LEG_SHOWS],
  daysOfRest: [DAYS, RATE],
  ownGaps: [GAP_TO_USUAL, LONGER_GAPS],
} as const satisfies Record<string, readonly Dimension[]>

/** Plain data: of each cell, the songs that were in it and those of them that were played, both decayed. */
export type SituationTable = { readonly songs: number[]; readonly plays: number[] }

export function emptyTable(dimensions: readonly Dimension[]): SituationTable {
  const cells = dimensions.reduce((product, { limits }) => product * (limits.length + 1), 1)
  return { songs: new Array<number>(cells).fill(0), plays: new Array<number>(cells).fill(0) }
}

export function cellOf(dimensions: readonly Dimension[], song: SongBefore): number {
  let cell = 0
  for (const { of, limits } of dimensions) {
    const value = of(song)
    let step = 0
    while (step < limits.length && value >= (limits[step] ?? 0)) step++
    cell = cell * (limits.length + 1) + step
  }
  return cell
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
  cells: readonly number[],
  isPlayed: Uint8Array,
): void {
  const decay = 0.5 ** (1 / HALF_LIFE_SHOWS)
  for (let cell = 0; cell < songs.length; cell++) {
    songs[cell] = (songs[cell] ?? 0) * decay
    plays[cell] = (plays[cell] ?? 0) * decay
  }
  for (const [row, cell] of cells.entries()) {
    songs[cell] = (songs[cell] ?? 0) + 1
    plays[cell] = (plays[cell] ?? 0) + (isPlayed[row] ?? 0)
  }
}
