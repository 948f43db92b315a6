import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { announceToUsers } from '../notifications/announcements.ts'
import { type League, TOUR } from './leagues.ts'

/** To those to whom leagues were passed on. */
export async function announceNewOwners(
  trx: DatabaseTransaction,
  owners: readonly { leagueId: number; userId: number }[],
): Promise<void> {
  for (const { leagueId, userId } of owners) {
    await announceToUsers(trx, {
      kind: 'league-news',
      showId: null,
      payload: { news: 'owner', league: await getLeague(trx, leagueId) },
      userIds: [userId],
    })
  }
}

/** To all members but the owner, who may delete and restore it again and again: to each once a day. */
export async function announceDeletion(trx: DatabaseTransaction, leagueId: number): Promise<void> {
  const { rows: members } = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM league_members AS member
    WHERE league_id = ${leagueId} AND role <> 'owner' AND NOT EXISTS (
      SELECT FROM announcements
      WHERE kind = 'league-news' AND payload ->> 'news' = 'deleted'
        AND payload -> 'league' -> 'id' = to_jsonb(member.league_id)
        AND created_at > greatest(member.joined_at, now() - interval '1 day'))
    ORDER BY joined_at, user_id`.execute(trx)
  await announceToUsers(trx, {
    kind: 'league-news',
    showId: null,
    payload: { news: 'deleted', league: await getLeague(trx, leagueId) },
    userIds: members.map(({ userId }) => userId),
  })
}

async function getLeague(trx: DatabaseTransaction, leagueId: number): Promise<{ id: number; name: string }> {
  return trx.selectFrom('leagues').select(['id', 'name']).where('id', '=', leagueId).executeTakeFirstOrThrow()
}

export type LeagueOfWeek = Pick<League, 'id' | 'name' | 'tour' | 'counts_from' | 'drop_worst'>

/** The first `max` leagues after one: with several members, and a show that was scored that week. */
export async function listLeaguesOfWeek(
  db: Database,
  { monday, after, max }: { monday: string; after: number; max: number },
): Promise<LeagueOfWeek[]> {
  const { rows } = await sql<LeagueOfWeek>`
    SELECT leagues.id, leagues.name, leagues.counts_from, leagues.drop_worst, ${TOUR} AS tour
    FROM leagues LEFT JOIN tours ON tours.id = leagues.tour_id
    WHERE leagues.id > ${after} AND leagues.deleted_at IS NULL
      AND (SELECT count(*) FROM league_members WHERE league_id = leagues.id) > 1
      AND EXISTS (
        SELECT FROM shows
        WHERE shows.is_scored AND shows.showdate BETWEEN ${monday}::date AND ${monday}::date + 6
          AND (leagues.tour_id IS NULL OR shows.tour_id = leagues.tour_id))
    ORDER BY leagues.id LIMIT ${max}`.execute(db)
  return rows
}
