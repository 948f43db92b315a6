import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** Of a stored setlist, tonight's included. */
export async function countSongs(db: Database, revisionId: number): Promise<number> {
  const { songs } = await db
    .selectFrom('performances')
    .select(sql<number>`count(*)::integer`.as('songs'))
    .where('revision_id', '=', revisionId)
    .executeTakeFirstOrThrow()
  return songs
}

/** By the token of its link; null for a renewed one. */
export async function findLeagueOfLink(
  db: Database,
  token: string,
): Promise<{ name: string; members: number } | null> {
  const league = await db
    .selectFrom('leagues')
    .select(({ selectFrom }) => [
      'name',
      selectFrom('league_members')
        .select(sql<number>`count(*)::integer`.as('members'))
        .whereRef('league_members.league_id', '=', 'leagues.id')
        .$asScalar()
        .$notNull()
        .as('members'),
    ])
    .where('token', '=', token)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return league ?? null
}
