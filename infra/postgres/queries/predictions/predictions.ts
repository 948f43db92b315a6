import { packPicks, unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import type { Picks } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_CANCELLED, PICKS_ARE_PUBLIC, TAKES_PICKS } from '../catalogue/shows.ts'

export type Prediction = Awaited<ReturnType<typeof listPredictions>>[number]

export function selectPredictions(db: Database) {
  return db
    .selectFrom('predictions')
    .innerJoin('shows', 'shows.id', 'predictions.show_id')
    .leftJoin('scores', (join) =>
      join
        .onRef('scores.score_set_id', '=', 'shows.score_set_id')
        .onRef('scores.user_id', '=', 'predictions.user_id'),
    )
    .select([
      'predictions.id',
      'predictions.user_id',
      'predictions.show_id',
      'predictions.picks',
      // Counts the saves, from 1.
      'predictions.version',
      'predictions.created_at',
      'predictions.updated_at',
      'scores.total as score',
      PICKS_ARE_PUBLIC.as('isPublic'),
    ])
}

export function withPicks<Row extends { picks: Buffer }>({ picks, ...row }: Row) {
  return { ...row, picks: unpackPicks(picks) }
}

export async function findPrediction(db: Database, showId: number, userId: number) {
  const row = await selectPredictions(db)
    .where('predictions.show_id', '=', showId)
    .where('predictions.user_id', '=', userId)
    .executeTakeFirst()
  return row ? withPicks(row) : null
}

export async function findPredictionById(db: Database, predictionId: number) {
  const row = await selectPredictions(db).where('predictions.id', '=', predictionId).executeTakeFirst()
  return row ? withPicks(row) : null
}

export async function listPredictions(db: Database, userId: number) {
  const rows = await selectPredictions(db)
    .where('predictions.user_id', '=', userId)
    .orderBy('shows.showdate', 'desc')
    .orderBy('predictions.id', 'desc')
    .execute()
  return rows.map(withPicks)
}

/**
 * Serializes the saves of one user for one show until the end of the transaction, so that the first inserts and
 * the others update: an upsert would skip an id for each of them.
 */
export async function holdPredictionForUpdate(
  trx: DatabaseTransaction,
  showId: number,
  userId: number,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${showId}::integer, ${userId}::integer)`.execute(trx)
}

export async function insertPrediction(
  trx: DatabaseTransaction,
  prediction: { showId: number; userId: number; picks: Picks },
): Promise<void> {
  await trx
    .insertInto('predictions')
    .values({
      show_id: prediction.showId,
      user_id: prediction.userId,
      picks: Buffer.from(packPicks(prediction.picks)),
    })
    .execute()
}

export async function updatePicks(
  trx: DatabaseTransaction,
  predictionId: number,
  picks: Picks,
): Promise<void> {
  await trx
    .updateTable('predictions')
    .set({
      picks: Buffer.from(packPicks(picks)),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', predictionId)
    .execute()
}

export async function deletePrediction(
  trx: DatabaseTransaction,
  showId: number,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('predictions')
    .where('show_id', '=', showId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes those for shows that take picks, and for cancelled ones, which nobody else sees. */
export async function deleteOpenPredictions(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx
    .deleteFrom('predictions')
    .using('shows')
    .whereRef('shows.id', '=', 'predictions.show_id')
    .where('predictions.user_id', '=', userId)
    .where(({ or }) => or([TAKES_PICKS, IS_CANCELLED]))
    .execute()
}

/**
 * Predictions of a row of `shows`. A lock counts them, with the root; where that is missing, counting takes 7 ms for
 * 100,000.
 */
export const PREDICTION_COUNT = sql<number>`
  coalesce(
    (SELECT leaves FROM pick_locks WHERE pick_locks.show_id = shows.id AND replaced_at IS NULL),
    (SELECT count(*)::integer FROM predictions WHERE predictions.show_id = shows.id))`

export async function countPredictions(db: Database, showId: number): Promise<number> {
  const { count } = await db
    .selectFrom('predictions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow()
  return count
}
