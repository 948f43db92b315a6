import type { Postgres } from '@called-it/infra/postgres/client'
import { streamPredictions } from '@called-it/infra/postgres/queries/standings/scores'
import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import { CATEGORIES } from '@called-it/shared/game/points'
import { createScorer } from '@called-it/shared/game/scoring'
import type { SimulatedShow } from '../support/simulation/simulate.ts'

/** All scores of a set in one number, in which each row and column has its own weight. */
export type CheckSum = { readonly rows: number; readonly sum: bigint }

/** Weights of the total and of the categories, in the order of the columns of `scores`. */
const WEIGHTS = [1, 3, 5, 7, 11, 13] as const
/** Rows are weighted by 1 plus the user's id modulo this. */
const USER_WEIGHTS = 1009

/** The pure function on every prediction of a show; `repeats` counts those that pick a song twice. */
export async function checkSumByPureFunction(
  pool: Postgres['pool'],
  { id, setlist }: SimulatedShow,
): Promise<CheckSum & { repeats: number }> {
  const scorePicks = createScorer(setlist)
  let rows = 0
  let repeats = 0
  let sum = 0n
  for await (const batch of streamPredictions(pool, id, new AbortController().signal)) {
    for (let index = 0; index < batch.count; index++) {
      const picks = unpackPicks(batch.bytes, batch.offsets[index] ?? 0)
      const { total, categories } = scorePicks(picks)
      const columns = [total, ...CATEGORIES.map((category) => categories[category].count)]
      const weighed = columns.reduce((weight, value, column) => weight + value * (WEIGHTS[column] ?? 0), 0)
      sum += BigInt(weighed * (1 + ((batch.userIds[index] ?? 0) % USER_WEIGHTS)))
      rows++
      const songs = [...picks.set1, ...picks.set2, ...picks.encore].filter((song) => song !== null)
      if (new Set(songs).size < songs.length) repeats++
    }
  }
  return { rows, repeats, sum }
}

/** The same of the stored scores. */
export async function checkSumOfScores(pool: Postgres['pool'], scoreSetId: number): Promise<CheckSum> {
  const { rows } = await pool.query<{ rows: number; sum: string }>(
    `SELECT count(*)::integer AS rows, coalesce(sum((1 + user_id % ${USER_WEIGHTS})::bigint * (
       total * ${WEIGHTS[0]} + song_in_show * ${WEIGHTS[1]} + song_in_set * ${WEIGHTS[2]}
       + correct_song * ${WEIGHTS[3]} + correct_special * ${WEIGHTS[4]} + encore_in_set * ${WEIGHTS[5]})), 0)::text AS sum
     FROM scores WHERE score_set_id = $1`,
    [scoreSetId],
  )
  return { rows: rows[0]?.rows ?? 0, sum: BigInt(rows[0]?.sum ?? 0) }
}
