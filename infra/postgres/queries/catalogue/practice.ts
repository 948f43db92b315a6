import type { ListedShow } from '@called-it/shared/contract/chances'
import type { PracticeSong } from '@called-it/shared/contract/replays'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_TONIGHT, LISTED_SHOW, PICKS_ARE_PUBLIC, SHOW_ORDER, TAKES_PICKS } from './shows.ts'
import { mergedSongs } from './song-merges.ts'
import { IS_LISTED } from './songs.ts'

/** Past shows with a setlist, newest first. */
export async function listPracticeShows(db: Database, limit: number): Promise<ListedShow[]> {
  const rows = await db
    .selectFrom('shows')
    .select(LISTED_SHOW.as('show'))
    .where(PICKS_ARE_PUBLIC)
    .where(({ not }) => not(IS_TONIGHT))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('performances')
          .select('performances.song_id')
          .whereRef('performances.revision_id', '=', 'shows.setlist_revision_id'),
      ),
    )
    .orderBy(SHOW_ORDER, 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ show }) => show)
}

/**
 * The listed songs that were surely played before the day of a show. Gap and day follow from stored setlists. Plays are
 * those of stored setlists, or the list's without the plays since that day, whichever is more. The show's own setlist is
 * not read, so that nothing tells what it played: the list counts at most one play of it.
 */
export async function listSongsBefore(db: Database, showId: number): Promise<PracticeSong[]> {
  const { rows } = await sql<PracticeSong>`
    WITH RECURSIVE ${mergedSongs()},
    past_show AS (SELECT id, showdate FROM shows WHERE id = ${showId}),
    other_shows AS (
      SELECT shows.id, shows.setlist_revision_id AS revision_id, shows.showdate,
        shows.showdate < past_show.showdate AS is_before,
        row_number() OVER (
          PARTITION BY shows.showdate < past_show.showdate ORDER BY ${SHOW_ORDER} DESC
        ) - 1 AS age
      FROM shows CROSS JOIN past_show
      WHERE shows.setlist_revision_id IS NOT NULL AND NOT shows.excluded AND NOT ${TAKES_PICKS}
        AND shows.id <> past_show.id
    ),
    shows_with AS (
      SELECT coalesce(merged_songs.song_id, performances.song_id) AS song_id, other_shows.is_before,
        other_shows.showdate, other_shows.age, count(DISTINCT performances.song_id) AS listed_plays
      FROM other_shows
        JOIN performances USING (revision_id)
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      GROUP BY 1, other_shows.id, other_shows.is_before, other_shows.showdate, other_shows.age
    ),
    stored AS (
      SELECT song_id, count(*) FILTER (WHERE is_before) AS plays,
        -- Plays that the list has for the same song in one show, and those since that day.
        sum(listed_plays - is_before::integer) AS not_counted,
        max(showdate) FILTER (WHERE is_before) AS last_played, min(age) FILTER (WHERE is_before) AS gap
      FROM shows_with
      GROUP BY song_id
    ),
    listed AS (
      SELECT coalesce(merged_songs.song_id, songs.id) AS song_id, sum(songs.times_played) AS plays
      FROM songs LEFT JOIN merged_songs USING (id)
      GROUP BY 1
    ),
    counted AS (
      SELECT song_id, stored.gap::integer AS gap, stored.last_played,
        greatest(stored.plays, listed.plays - coalesce(stored.not_counted, 0) - 1)::integer AS times_played
      FROM listed LEFT JOIN stored USING (song_id)
    )
    SELECT songs.id, songs.name, counted.times_played, counted.gap, counted.last_played
    FROM songs JOIN counted ON counted.song_id = songs.id
    WHERE ${IS_LISTED} AND counted.times_played > 0
    ORDER BY lower(songs.name) COLLATE "C", songs.id`.execute(db)
  return rows
}
