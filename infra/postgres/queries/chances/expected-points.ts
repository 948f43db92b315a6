import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'

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
