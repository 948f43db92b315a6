import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { selectPlayers } from '../players/players.ts'

export type ShownPlayer = { id: number; displayName: string; avatarHash: string | null }

/** Those of the users who show their picks under the name and are not deleted, by id. */
export async function listShownPlayers(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, ShownPlayer>> {
  if (userIds.length === 0) return new Map()
  const players = await selectPlayers(db)
    .where('users.id', '=', sql<number>`ANY(${userIds}::integer[])`)
    .where('users.shows_picks', '=', true)
    .execute()
  return new Map(players.map((player) => [player.id, player]))
}
