import type { LivePerformance } from '@called-it/shared/contract/live-shows'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { SHOW_ORDER, TAKES_PICKS } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'

/** The show's own revision for null. */
export async function findRevision(db: Database, showId: number, number: number | null) {
  const revision = await db
    .selectFrom('setlist_revisions as revision')
    .innerJoin('shows', 'shows.id', 'revision.show_id')
    .select(['revision.id', 'revision.number', 'revision.open_set as openSet'])
    .where('shows.id', '=', showId)
    .where((eb) =>
      number === null
        ? eb('revision.id', '=', eb.ref('shows.setlist_revision_id'))
        : eb('revision.number', '=', number),
    )
    .executeTakeFirst()
  return revision ?? null
}

export type PlayedPerformance = Pick<LivePerformance, 'sequence' | 'set' | 'position' | 'song' | 'gap'> & {
  at: Date | null
}

/**
 * Merged songs are the song that they are. The gap follows from the song list while that knows no later play than those
 * before this show, else from stored setlists.
 */
export async function listPlayed(db: Database, revisionId: number): Promise<PlayedPerformance[]> {
  const { rows } = await sql<PlayedPerformance>`
    WITH RECURSIVE ${mergedSongs()},
    this_show AS (
      SELECT shows.id, shows.showdate, ${SHOW_ORDER} AS place
      FROM setlist_revisions JOIN shows ON shows.id = setlist_revisions.show_id
      WHERE setlist_revisions.id = ${revisionId}
    ),
    played AS (
      SELECT performances.*, coalesce(merged_songs.song_id, performances.song_id) AS shown_id
      FROM performances LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE performances.revision_id = ${revisionId}
    ),
    joined_songs AS (
      SELECT shown_id, shown_id AS id FROM played
      UNION SELECT song_id, id FROM merged_songs WHERE song_id IN (SELECT shown_id FROM played)
    ),
    listed AS (
      SELECT shown_id, max(songs.last_played) AS last_day, min(songs.gap) + 1 AS ago
      FROM joined_songs JOIN songs USING (id)
      GROUP BY shown_id
    ),
    earlier_shows AS (
      SELECT setlist_revision_id, shows.showdate, row_number() OVER (ORDER BY ${SHOW_ORDER} DESC) AS ago
      FROM shows JOIN this_show ON ${SHOW_ORDER} < this_show.place
      WHERE setlist_revision_id IS NOT NULL AND NOT excluded AND NOT ${TAKES_PICKS}
    ),
    stored AS (
      SELECT shown_id, max(earlier_shows.showdate) AS last_day, min(earlier_shows.ago)::integer AS ago
      FROM joined_songs
        JOIN performances ON performances.song_id = joined_songs.id
        JOIN earlier_shows ON earlier_shows.setlist_revision_id = performances.revision_id
      GROUP BY shown_id
    )
    SELECT played.sequence, played.set_name AS set, played.position,
      json_build_object('id', songs.id, 'name', songs.name) AS song, played.played_at AS at,
      CASE
        WHEN listed.ago IS NULL OR listed.last_day >= this_show.showdate OR listed.last_day < stored.last_day
          THEN stored.ago
        -- Either may lack shows: the list those after its import, the setlists those that are not stored.
        WHEN listed.last_day = stored.last_day THEN greatest(listed.ago, stored.ago)
        ELSE listed.ago
      END AS gap
    FROM played
      CROSS JOIN this_show
      JOIN songs ON songs.id = played.shown_id
      JOIN listed USING (shown_id)
      LEFT JOIN stored USING (shown_id)
    ORDER BY played.sequence`.execute(db)
  return rows
}
