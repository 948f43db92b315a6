import type { LeagueRole } from '@called-it/shared/contract/leagues'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { announceNewOwners } from './league-news.ts'
import { leagueRole, SUCCESSION } from './league-roles.ts'
import { holdLeaguesForUpdate } from './leagues.ts'

/** Null for everybody but members. */
export async function findLeagueRole(
  db: Database,
  leagueId: number,
  userId: number,
): Promise<LeagueRole | null> {
  const row = await db
    .selectFrom('league_members')
    .select(leagueRole('league_members', leagueId).as('role'))
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role ?? null
}

export async function updateLeagueRole(
  trx: DatabaseTransaction,
  leagueId: number,
  userId: number,
  role: LeagueRole,
): Promise<void> {
  await trx
    .updateTable('league_members')
    .set({ role })
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .execute()
}

export async function updateLeaguePresence(
  trx: DatabaseTransaction,
  leagueId: number,
  userId: number,
  showsPresence: boolean,
): Promise<void> {
  await trx
    .updateTable('league_members')
    .set({ shows_presence: showsPresence })
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .execute()
}

export async function insertLeagueMembers(
  trx: DatabaseTransaction,
  leagueId: number,
  userIds: readonly number[],
): Promise<void> {
  await trx
    .insertInto('league_members')
    .values(
      userIds.map((userId) => ({
        league_id: leagueId,
        user_id: userId,
        role: 'member' as const,
        // That of the transaction may be before a lock that this one waited for.
        joined_at: sql<Date>`clock_timestamp()`,
      })),
    )
    .execute()
}

/** Remembers it, so that the invitation of today does not work for the user any more. */
export async function removeLeagueMember(
  trx: DatabaseTransaction,
  leagueId: number,
  userId: number,
): Promise<void> {
  await trx
    .deleteFrom('league_members')
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .execute()
  await trx
    .insertInto('league_removals')
    .values({ league_id: leagueId, user_id: userId, removed_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict.columns(['league_id', 'user_id']).doUpdateSet({ removed_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

export async function listLeagueIds(db: Database, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('league_members')
    .select('league_id as id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Leagues without their owner go to the longest-standing co-owner, else member, of those who are not suspended; without
 * members they end.
 */
export async function leaveLeagues(
  trx: DatabaseTransaction,
  userId: number,
  leagueIds: readonly number[],
): Promise<void> {
  const ids = sql<number>`ANY(${leagueIds}::integer[])`
  await holdLeaguesForUpdate(trx, leagueIds)
  await trx.deleteFrom('league_members').where('user_id', '=', userId).where('league_id', '=', ids).execute()
  const { rows: heirs } = await sql<{ leagueId: number; userId: number }>`
    UPDATE league_members SET role = 'owner'
    FROM (
      SELECT DISTINCT ON (league_id) league_id, user_id
      FROM league_members JOIN users ON users.id = user_id
      WHERE league_id = ${ids}
      ORDER BY league_id, role = 'owner' DESC, ${SUCCESSION}
    ) AS heir
    WHERE league_members.league_id = heir.league_id AND league_members.user_id = heir.user_id
      AND role <> 'owner'
    RETURNING league_members.league_id AS "leagueId", league_members.user_id AS "userId"`.execute(trx)
  await announceNewOwners(trx, heirs)
  await trx
    .deleteFrom('leagues')
    .where('id', '=', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('league_members')
            .select('user_id')
            .whereRef('league_members.league_id', '=', 'leagues.id'),
        ),
      ),
    )
    .execute()
}

export async function leaveAllLeagues(trx: DatabaseTransaction, userId: number): Promise<void> {
  await leaveLeagues(trx, userId, await listLeagueIds(trx, userId))
}
