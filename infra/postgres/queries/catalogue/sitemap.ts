import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_PAST } from './shows.ts'
import { TOURS_OVER } from './tours.ts'

/** A page of the catalogue, with when it last changed as far as that is known. */
export type CataloguePage = { id: number; changedAt: Date | null } & (
  | { page: 'show' | 'tour' | 'season' }
  | { page: 'song'; slug: string }
)

/** What search engines may list: shows, tours, seasons and songs, each the newest first. */
export async function listCataloguePages(db: Database, limit: number): Promise<CataloguePage[]> {
  const { rows } = await sql<CataloguePage>`
    WITH changes AS (
      SELECT shows.id, shows.tour_id, shows.showdate, shows.vanished_at IS NULL AS is_listed,
        greatest(shows.calendar_changed_at, setlist_revisions.created_at, score_sets.created_at) AS changed_at
      FROM shows
        LEFT JOIN setlist_revisions ON setlist_revisions.id = shows.setlist_revision_id
        LEFT JOIN score_sets ON score_sets.id = shows.score_set_id
    ),
    plays AS (
      SELECT song_id, max(setlist_revisions.created_at) AS changed_at
      FROM performances
        JOIN shows ON shows.setlist_revision_id = performances.revision_id
        JOIN setlist_revisions ON setlist_revisions.id = performances.revision_id
      WHERE ${IS_PAST}
      GROUP BY song_id
    ),
    pages AS (
      SELECT 1 AS place, 'show' AS page, id, NULL AS slug, changed_at, showdate FROM changes WHERE is_listed
      UNION ALL
      SELECT 2, 'tour', tour_id, NULL, max(changed_at), max(showdate)
      FROM changes
      WHERE is_listed AND tour_id IS NOT NULL
      GROUP BY tour_id
      UNION ALL
      SELECT 3, 'season', tour_id, NULL, max(changes.changed_at), max(showdate)
      FROM (${TOURS_OVER}) AS over JOIN changes USING (tour_id)
      GROUP BY tour_id
      UNION ALL
      SELECT 4, 'song', songs.id, songs.slug, plays.changed_at, songs.last_played
      FROM songs LEFT JOIN plays ON plays.song_id = songs.id
      WHERE hidden_at IS NULL AND merged_into IS NULL
    )
    SELECT page, id, slug, changed_at AS "changedAt"
    FROM pages
    ORDER BY place, showdate DESC NULLS LAST, id
    LIMIT ${limit}`.execute(db)
  return rows
}
