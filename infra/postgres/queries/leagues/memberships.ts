import { sql } from 'kysely'
import type { Database } from '../../client.ts'

export type Membership = { readonly userId: number; readonly showsPresence: boolean }

/** Those of the users who are members; none of a league that is deleted. */
export function listMemberships(
  db: Database,
  leagueId: number,
  userIds: readonly number[],
): Promise<Membership[]> {
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
