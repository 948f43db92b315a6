import type { LeagueRole } from '@called-it/shared/contract/leagues'
import { type RawBuilder, sql } from 'kysely'

/** Orders `league_members` joined with `users`: the first one runs the league. */
export const SUCCESSION = sql`
  users.suspended_at IS NOT NULL, role = 'owner' DESC, role = 'co-owner' DESC, joined_at, user_id`

/**
 * What a member may do: while the owner and all co-owners are suspended, the longest-standing other member is co-owner.
 * The fence makes the planner look each user up by key: for a join it reads all users of the site.
 *
 * @param member the name of `league_members` in the query
 * @param leagueId a number where the query reads many members: the first of the succession is then read once
 */
export function leagueRole(member: string, leagueId: number | RawBuilder<number>): RawBuilder<LeagueRole> {
  const role = sql.ref(`${member}.role`)
  return sql`
    CASE WHEN ${role} = 'member' AND ${sql.ref(`${member}.user_id`)} = (
      SELECT user_id FROM league_members AS other
        CROSS JOIN LATERAL (SELECT suspended_at FROM users WHERE id = other.user_id OFFSET 0) AS users
      WHERE other.league_id = ${leagueId}
      ORDER BY ${SUCCESSION} LIMIT 1
    ) THEN 'co-owner' ELSE ${role} END`
}
