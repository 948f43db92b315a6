/** The columns of the regression: the features, and the log odds of each table. */
import type { Regression } from './fit.ts'
import { type SongBefore, usualRate } from './play-log.ts'
import type { Ranking } from './ranking.ts'
import { cellOf, emptyTable, meanOf, oddsOf, type SituationTable, TABLES } from './tables.ts'

const dueOf = (song: SongBefore) => Math.min(song.gap * usualRate(song), 4)

/** What the model sees of a song before a show, beside the tables of {@link TABLES}. */
const FEATURES = {
  run: ({ isInRun }) => Number(isInRun),
  tourRate: (song) => Math.log((song.tourPlays + 4 * usualRate(song)) / (song.tourShows + 4)),
  lately: ({ lately }) => Math.log(lately + 0.003),
  often: ({ last100, age }) => Math.log((last100 + 0.15) / (Math.min(100, age) + 3)),
  due: dueOf,
  dueSquared: (song) => dueOf(song) ** 2,
} as const satisfies Record<string, (song: SongBefore) => number>

/** Plain data. */
export type ChanceModel = Regression & {
  /** The columns that the weights belong to: a model with others is no start for a new one. */
  readonly columns: readonly string[]
  readonly tables: readonly SituationTable[]
  readonly ranking: Ranking
}

export const COLUMNS: readonly string[] = [...Object.keys(FEATURES), ...Object.keys(TABLES)]

const featureList = Object.values(FEATURES)
const dimensionsOfTables = Object.values(TABLES)

export function emptyTables(): readonly SituationTable[] {
  return dimensionsOfTables.map(emptyTable)
}

/** The cell of the song in each table. */
export function cellsOf(state: SongBefore): readonly number[] {
  return dimensionsOfTables.map((dimensions) => cellOf(dimensions, state))
}

/** Reads the tables as they are when it is made. */
export function columnReader(tables: readonly SituationTable[]) {
  const [first] = tables
  const mean = first === undefined ? 0 : meanOf(first)
  return (state: SongBefore, cells: readonly number[]) => [
    ...featureList.map((feature) => feature(state)),
    ...tables.map((table, index) => oddsOf(table, cells[index] ?? 0, mean)),
  ]
}

/** The log odds of a song. */
export function scoreOf({ tables, means, deviations, weights, intercept }: ChanceModel) {
  const read = columnReader(tables)
  return (state: SongBefore) =>
    read(state, cellsOf(state)).reduce(
      (sum, value, index) =>
        sum + ((weights[index] ?? 0) * (value - (means[index] ?? 0))) / (deviations[index] ?? 1),
      intercept,
    )
}
