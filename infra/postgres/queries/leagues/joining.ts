import { LEAGUE_CODE } from '@called-it/shared/contract/leagues'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { holdUserForUpdate } from '../accounts/users.ts'
import { insertLeagueMembers } from './league-members.ts'
import { countLeagues, holdLeaguesForUpdate, MEMBER_COUNT } from './leagues.ts'

export type LeagueLimits = {
  /** At most so many in one league. */
  readonly members: number
  /** At most so many for one user. */
  readonly leagues: number
}

const NOBODY = 0

export type InvitedLeague = { id: number; name: string; members: number; isMember: boolean }

/** By a token or a code. Null if it was renewed, and for a user who was removed since the last renewal. */
export async function findInvitedLeague(
  db: Database,
  invitation: string,
  userId: number | null,
): Promise<InvitedLeague | null> {
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
