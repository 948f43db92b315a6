import { ABOVE_EXPECTATION, type AboveRow } from '@called-it/shared/contract/chances'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { AVATAR_PATH } from '../accounts/avatars.ts'
import { insertJob } from '../work/outbox.ts'

/** Computes the table again from all scored shows with expected points: two million take 6 s. */
export async function sumAboveExpectation(trx: DatabaseTransaction): Promise<void> {
  // Without statistics of new rows the planner would look each up: three times as long.
  await sql`SET LOCAL enable_nestloop = off`.execute(trx)
  await sql`
    MERGE INTO above_expectation AS stored
    USING (
      SELECT user_id, count(*) AS shows, sum(scores.total - expected_points.points) AS above
      FROM shows
        JOIN expected_points ON expected_points.show_id = shows.id
        JOIN scores USING (score_set_id, user_id)
        JOIN users ON users.id = user_id
      WHERE users.deleted_at IS NULL
      GROUP BY user_id
      HAVING count(*) >= ${ABOVE_EXPECTATION.minShows}
    ) AS summed ON stored.user_id = summed.user_id
    WHEN MATCHED AND (stored.shows, stored.above) IS DISTINCT FROM (summed.shows, summed.above::real)
      THEN UPDATE SET shows = summed.shows, above = summed.above
    WHEN NOT MATCHED THEN INSERT (user_id, shows, above) VALUES (summed.user_id, summed.shows, summed.above)
    WHEN NOT MATCHED BY SOURCE THEN DELETE`.execute(trx)
}

/**
 * Enqueues the sums after the scores of shows have changed. One that waits will see the change; one that runs may not.
 */
export async function enqueueSums(trx: DatabaseTransaction, showIds: readonly number[]): Promise<void> {
  const { rows: concerned } = await sql`
    SELECT FROM unnest(${showIds}::integer[]) AS changed (id)
    WHERE EXISTS (SELECT FROM expected_points WHERE show_id = changed.id) LIMIT 1`.execute(trx)
  if (concerned.length === 0) return
  // It starts after this transaction, which locks it.
  const waiting = await trx
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'sum-above-expectation')
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!waiting) await insertJob(trx, 'sum-above-expectation', {})
}

/** The first rows, and how many there are. Call it in a snapshot. */
export async function getAboveExpectation(
  db: Database,
  limit: number,
): Promise<{ players: number; rows: AboveRow[] }> {
  const { players } = await db
    .selectFrom('above_expectation')
    .select(({ fn }) => fn.countAll<number>().as('players'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('above_expectation')
    .innerJoin('users', 'users.id', 'above_expectation.user_id')
    .leftJoin('avatars', 'avatars.user_id', 'above_expectation.user_id')
    .select([
      // One window over the ordered rows: Postgres stops at the limit.
      sql<number>`rank() OVER (ORDER BY above DESC)`.as('rank'),
      'users.id as userId',
      'users.display_name as userName',
      AVATAR_PATH.as('avatar'),
      'shows',
      'above',
    ])
    // A profile that is deleted while sums are computed stays in them until the next ones.
    .where('users.deleted_at', 'is', null)
    .orderBy('above', 'desc')
    .orderBy('above_expectation.user_id')
    .limit(limit)
    .execute()
  return { players, rows }
}

/** @param points of these users, in their order; deleted ones get none */
export async function insertExpectedPoints(
  trx: DatabaseTransaction,
  showId: number,
  { userIds, points }: { userIds: readonly number[]; points: readonly number[] },
): Promise<void> {
  await sql`
    INSERT INTO expected_points (show_id, user_id, points)
    SELECT ${showId}, user_id, points
    FROM unnest(${userIds}::integer[], ${points}::real[]) AS player (user_id, points)
      JOIN users ON users.id = user_id AND users.deleted_at IS NULL`.execute(trx)
}

export async function deleteExpectedPointsOfShow(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx.deleteFrom('expected_points').where('show_id', '=', showId).execute()
}
