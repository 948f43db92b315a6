import { LEAGUE_CODE, type LeagueRole } from '@called-it/shared/contract/leagues'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { holdUserForUpdate } from '../accounts/users.ts'
import { announceNewOwners } from './league-news.ts'
import { countLeagues, holdLeaguesForUpdate, leagueRole, MEMBER_COUNT, SUCCESSION } from './leagues.ts'

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

export async function updateLeagueMember(
  trx: DatabaseTransaction,
  leagueId: number,
  userId: number,
  change: { role: LeagueRole } | { shows_presence: boolean },
): Promise<void> {
  await trx
    .updateTable('league_members')
    .set(change)
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

/** Those of the users who are members; none of a league that is deleted. */
export function listMemberships(db: Database, leagueId: number, userIds: readonly number[]) {
  return db
    .selectFrom('league_members')
    .innerJoin('leagues', 'leagues.id', 'league_members.league_id')
    .select(['league_members.user_id as userId', 'league_members.shows_presence as showsPresence'])
    .where('leagues.id', '=', leagueId)
    .where('leagues.deleted_at', 'is', null)
    .where('league_members.user_id', '=', sql<number>`ANY(${userIds}::integer[])`)
    .execute()
}

export async function isLeagueMember(db: Database, leagueId: number, userId: number): Promise<boolean> {
  return (await listMemberships(db, leagueId, [userId])).length > 0
}

export type LeagueLimits = {
  /** At most so many in one league. */
  readonly members: number
  /** At most so many for one user. */
  readonly leagues: number
}

const NOBODY = 0

export type InvitedLeague = NonNullable<Awaited<ReturnType<typeof findInvitedLeague>>>

/** By a token or a code. Null if it was renewed, and for a user who was removed since the last renewal. */
export async function findInvitedLeague(db: Database, invitation: string, userId: number | null) {
  const isCode = LEAGUE_CODE.test(invitation)
  const row = await db
    .selectFrom('leagues')
    .leftJoin('league_members as own', (join) =>
      join.onRef('own.league_id', '=', 'leagues.id').on('own.user_id', '=', userId ?? NOBODY),
    )
    .select(['leagues.id', 'leagues.name', MEMBER_COUNT.as('members'), 'own.user_id as memberId'])
    .where(isCode ? 'code' : 'token', '=', isCode ? invitation.toUpperCase() : invitation)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('league_removals')
            .select('league_removals.user_id')
            .whereRef('league_removals.league_id', '=', 'leagues.id')
            .where('league_removals.user_id', '=', userId ?? NOBODY)
            .whereRef('removed_at', '>=', 'invited_since'),
        ),
      ),
    )
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, members: row.members, isMember: row.memberId !== null } : null
}

export type JoinOutcome =
  | { readonly leagueId: number; readonly hasJoined: boolean }
  | { readonly refusal: 'invitation_not_found' | 'league_full' | 'too_many_leagues' }

/** Locks the user, then the league, so that concurrent joins exceed neither limit. */
export async function joinLeague(
  trx: DatabaseTransaction,
  { invitation, userId, limits }: { invitation: string; userId: number; limits: LeagueLimits },
): Promise<JoinOutcome> {
  const isUser = await holdUserForUpdate(trx, userId)
  const found = await findInvitedLeague(trx, invitation, userId)
  if (!isUser || !found) return { refusal: 'invitation_not_found' }
  await holdLeaguesForUpdate(trx, [found.id])
  // A removal, a renewal or another join may have come first.
  const league = await findInvitedLeague(trx, invitation, userId)
  if (!league) return { refusal: 'invitation_not_found' }
  if (league.isMember) return { leagueId: league.id, hasJoined: false }
  if ((await countLeagues(trx, userId)) >= limits.leagues) return { refusal: 'too_many_leagues' }
  if (league.members >= limits.members) return { refusal: 'league_full' }
  await insertLeagueMembers(trx, league.id, [userId])
  return { leagueId: league.id, hasJoined: true }
}
