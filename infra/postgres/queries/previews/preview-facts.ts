import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { isCancelled } from '../catalogue/shows.ts'

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

/** How many shows of a tour are scored; null while one of those that count is not, or without any. */
export async function countShowsOfEndedTour(db: Database, tourId: number): Promise<number | null> {
  const { scored, missing } = await db
    .selectFrom('shows')
    .select([
      sql<number>`count(*) FILTER (WHERE is_scored)::integer`.as('scored'),
      sql<number>`count(*) FILTER (WHERE NOT is_scored)::integer`.as('missing'),
    ])
    .where('tour_id', '=', tourId)
    .where('excluded', '=', false)
    .where('vanished_at', 'is', null)
    .where(({ not }) => not(isCancelled('shows')))
    .executeTakeFirstOrThrow()
  return scored > 0 && missing === 0 ? scored : null
}
