import type { SongPage } from '@called-it/shared/contract/song-pages'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_PAST, LISTED_SHOW, LOCATION, SHOW_ORDER } from './shows.ts'
import { mergedSongs } from './song-merges.ts'

type SongHistory = Omit<SongPage, 'song'>

type Limits = { performances: number; neighbours: number; venues: number }

/**
 * How a song and those that are merged into it were played at past shows. Songs that are hidden are nobody's neighbours.
 */
export async function getSongHistory(db: Database, songId: number, limits: Limits): Promise<SongHistory> {
  const { rows } = await sql<SongHistory>`
    WITH RECURSIVE ${mergedSongs()},
    past_shows AS (
      SELECT setlist_revision_id AS revision_id, showdate, venue, ${LOCATION} AS location, ${LISTED_SHOW} AS show,
        row_number() OVER (ORDER BY ${SHOW_ORDER}) AS number
      FROM shows
      WHERE ${IS_PAST}
    ),
    played AS (
      SELECT performances.revision_id, performances.sequence, performances.set_name, performances.position
      FROM performances
      WHERE performances.song_id = ${songId}
        OR performances.song_id = ANY(ARRAY(SELECT id FROM merged_songs WHERE song_id = ${songId}))
    ),
    shows_with AS (
      SELECT *, (number - lag(number) OVER (ORDER BY number) - 1)::integer AS gap
      FROM past_shows WHERE revision_id IN (SELECT revision_id FROM played)
    ),
    plays_by_year AS (
      SELECT extract(year FROM showdate)::integer AS year, count(*)::integer AS plays FROM shows_with GROUP BY 1
    ),
    plays_by_set AS (
      SELECT CASE WHEN played.set_name = ANY(${[...SET_NAMES]}::text[]) THEN played.set_name ELSE 'further' END AS set,
        count(DISTINCT revision_id)::integer AS plays
      FROM played JOIN shows_with USING (revision_id)
      GROUP BY 1
    ),
    last_performances AS (
      SELECT shows_with.*, played.sequence, played.set_name, played.position
      FROM played JOIN shows_with USING (revision_id)
      ORDER BY shows_with.number DESC, played.sequence DESC
      LIMIT ${limits.performances}
    ),
    neighbours AS (
      SELECT other.sequence > played.sequence AS is_after, songs.id, songs.name, songs.slug,
        count(DISTINCT revision_id)::integer AS plays,
        row_number() OVER (
          PARTITION BY other.sequence > played.sequence
          ORDER BY count(DISTINCT revision_id) DESC, lower(songs.name) COLLATE "C", songs.id
        ) AS place
      FROM played
        JOIN shows_with USING (revision_id)
        JOIN performances AS other USING (revision_id, set_name)
        LEFT JOIN merged_songs ON merged_songs.id = other.song_id
        JOIN songs ON songs.id = coalesce(merged_songs.song_id, other.song_id)
      WHERE other.sequence IN (played.sequence - 1, played.sequence + 1)
        AND songs.id <> ${songId} AND songs.hidden_at IS NULL
      GROUP BY 1, songs.id
    ),
    venues AS (
      SELECT venue, location, count(*)::integer AS plays, max(number) AS last_number
      FROM shows_with
      GROUP BY venue, location
      ORDER BY plays DESC, last_number DESC
      LIMIT ${limits.venues}
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_object('year', year, 'plays', coalesce(plays, 0)) ORDER BY year), '[]')
        FROM (SELECT generate_series(min(year), max(year)) AS year FROM plays_by_year) AS all_years
          LEFT JOIN plays_by_year USING (year)) AS years,
      (SELECT coalesce(json_agg(gap ORDER BY number) FILTER (WHERE gap IS NOT NULL), '[]') FROM shows_with) AS gaps,
      (SELECT coalesce(json_agg(json_build_object('set', set, 'plays', plays)
        ORDER BY array_position(${[...SET_NAMES]}::text[], set)), '[]') FROM plays_by_set) AS sets,
      (SELECT coalesce(json_agg(json_build_object(
        'show', show, 'set', set_name, 'position', position, 'gap', gap) ORDER BY number DESC, sequence DESC), '[]')
        FROM last_performances) AS performances,
      (${neighboursWhere(sql`NOT is_after`, limits)}) AS before,
      (${neighboursWhere(sql`is_after`, limits)}) AS after,
      (SELECT coalesce(json_agg(json_build_object('venue', venue, 'location', location, 'plays', plays)
        ORDER BY plays DESC, last_number DESC), '[]') FROM venues) AS venues`.execute(db)
  const [history] = rows
  if (!history) throw new Error('an aggregate has no row')
  return history
}

function neighboursWhere(side: RawBuilder<unknown>, limits: Limits): RawBuilder<unknown> {
  return sql`
    SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug, 'plays', plays) ORDER BY place), '[]')
    FROM neighbours WHERE ${side} AND place <= ${limits.neighbours}`
}
