import { type RawBuilder, sql } from 'kysely'
import type { SourceSong } from '../../../setlist-sources/source.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { type HiddenPlay, hiddenPlays } from './given-songs.ts'
import { identifySongs } from './identified-songs.ts'
import { SHOW_ORDER, TAKES_PICKS } from './shows.ts'
import { RECENT_DAYS } from './source-shows.ts'

/**
 * Updates plays, gap and last day of the listed songs, so that they tell nothing of a show that is open or whose
 * setlist is not stored. Plays are the source's without those shows. Gap and day are the source's while it counts
 * no such show; else they follow from stored setlists, and stay where those do not know the song.
 *
 * @param hidden the plays of those shows
 */
export async function updateSongStatistics(
  trx: DatabaseTransaction,
  source: string,
  songs: readonly SourceSong[],
  hidden: readonly HiddenPlay[],
): Promise<{ changed: number }> {
  const listed = await identifySongs(trx, source, songs)
  const updated = await sql`
    WITH ${await hiddenPlays(trx, source, listed, hidden)}, ${playedSongs()},
    site AS (SELECT max(last_played) AS day FROM given),
    ahead AS (
      -- The setlist of an older show is not fetched on its own, and nobody waits for it.
      SELECT (site.day >= (now() AT TIME ZONE 'UTC')::date - ${RECENT_DAYS}::integer
        AND site.day > coalesce((SELECT max(showdate) FROM counted_shows), '-infinity')) OR EXISTS (
        SELECT FROM shows
        WHERE shows.source = ${source} AND NOT shows.excluded AND shows.showdate <= site.day AND (
          ${TAKES_PICKS}
          OR (shows.showdate = site.day AND shows.setlist_revision_id IS NULL AND shows.vanished_at IS NULL))
      ) AS is_ahead FROM site
    ), wanted AS (
      SELECT DISTINCT ON (songs.id) songs.id,
        coalesce(given.times_played - least(given.times_played, coalesce(hidden_plays.counted_shows, 0)),
          played.shows, 0) AS times_played,
        CASE WHEN NOT coalesce(ahead.is_ahead, false) THEN coalesce(given.gap, played.gap)
          WHEN played.last_day >= coalesce(songs.last_played, '-infinity') THEN played.gap
          ELSE songs.gap END AS gap,
        CASE WHEN NOT coalesce(ahead.is_ahead, false) THEN coalesce(given.last_played, played.last_day)
          ELSE greatest(songs.last_played, played.last_day) END AS last_played
      FROM given
        CROSS JOIN ahead
        JOIN songs ON songs.id = given.song_id
        LEFT JOIN played ON played.song_id = songs.id
        LEFT JOIN hidden_plays USING (place)
      ORDER BY songs.id, given.source_id IS NULL, given.times_played DESC NULLS LAST, place
    )
    UPDATE songs SET times_played = wanted.times_played, gap = wanted.gap, last_played = wanted.last_played
    FROM wanted
    WHERE songs.id = wanted.id AND (songs.times_played, songs.gap, songs.last_played)
      IS DISTINCT FROM (wanted.times_played, wanted.gap, wanted.last_played)`.execute(trx)
  return { changed: Number(updated.numAffectedRows ?? 0n) }
}

/**
 * Counts the songs of a show's setlist that were never played before, unless the show takes picks. Other songs wait
 * for the next import.
 *
 * @returns whether the setlist has such songs, so that the list of songs may have changed
 */
export async function countFirstPlays(trx: DatabaseTransaction, showId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT songs.id
    FROM shows
      JOIN performances ON performances.revision_id = shows.setlist_revision_id
      JOIN songs ON songs.id = performances.song_id
    WHERE shows.id = ${showId} AND songs.times_played = 0`.execute(trx)
  if (rows.length === 0) return false
  const songIds = rows.map(({ id }) => id)
  await sql`
    WITH ${playedSongs(sql`performances.song_id = ANY(${songIds}::integer[])`)}
    UPDATE songs SET times_played = played.shows, gap = played.gap, last_played = played.last_day
    FROM played WHERE songs.id = played.song_id`.execute(trx)
  return true
}

/** Defines `counted_shows`, closed and with a stored setlist, and `played`: what they say of each song. */
function playedSongs(performed: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> {
  return sql`
    counted_shows AS (
      SELECT id, setlist_revision_id, showdate, row_number() OVER (ORDER BY ${SHOW_ORDER} DESC) - 1 AS age
      FROM shows
      WHERE setlist_revision_id IS NOT NULL AND NOT excluded AND NOT ${TAKES_PICKS}
    ),
    played AS (
      SELECT performances.song_id, count(DISTINCT counted_shows.id)::integer AS shows,
        max(counted_shows.showdate) AS last_day, min(counted_shows.age)::integer AS gap
      FROM counted_shows JOIN performances ON performances.revision_id = counted_shows.setlist_revision_id
      WHERE ${performed}
      GROUP BY performances.song_id
    )`
}
