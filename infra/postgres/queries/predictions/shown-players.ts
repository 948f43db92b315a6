import { sql } from 'kysely'
import type { Database } from '../../client.ts'

export type ShownPlayer = { id: number; displayName: string; avatarHash: string | null }

/** Those of the users who show their picks under the name and are not deleted, by id. */
export async function findShownPlayers(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, ShownPlayer>> {
  if (userIds.length === 0) return new Map()
  const players = await db
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select(['users.id', 'users.display_name as displayName', 'avatars.content_hash as avatarHash'])
    .where('users.id', '=', sql<number>`ANY(${userIds}::integer[])`)
    .where('users.shows_picks', '=', true)
    .where('users.deleted_at', 'is', null)
    .execute()
  return new Map(players.map((player) => [player.id, player]))
}
