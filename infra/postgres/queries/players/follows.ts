import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { type Player, selectPlayers } from './players.ts'

/** By name. */
export async function listFollowed(db: Database, userId: number): Promise<Player[]> {
  return selectFollowed(db, userId).orderBy('users.sort_name').orderBy('users.id').execute()
}

export async function listFollowedIds(db: Database, userId: number): Promise<number[]> {
  return (await selectFollowed(db, userId).execute()).map(({ id }) => id)
}

function selectFollowed(db: Database, userId: number) {
  return selectPlayers(db)
    .innerJoin('follows', 'follows.followed_user_id', 'users.id')
    .where('follows.user_id', '=', userId)
}

/**
 * Call it with the user locked, so that the number holds.
 *
 * @returns false where the user follows that many others already
 */
export async function insertFollow(
  trx: DatabaseTransaction,
  { userId, followedId, max }: { userId: number; followedId: number; max: number },
): Promise<boolean> {
  const { rows } = await sql`
    WITH others AS (
      SELECT FROM follows WHERE user_id = ${userId} AND followed_user_id <> ${followedId}
    ), stored AS (
      INSERT INTO follows (user_id, followed_user_id)
      SELECT ${userId}::integer, ${followedId}::integer WHERE (SELECT count(*) FROM others) < ${max}::integer
      ON CONFLICT DO NOTHING
    )
    SELECT WHERE (SELECT count(*) FROM others) < ${max}::integer`.execute(trx)
  return rows.length > 0
}

export async function deleteFollow(db: Database, userId: number, followedId: number): Promise<void> {
  await db
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('followed_user_id', '=', followedId)
    .execute()
}
