import { type RawBuilder, sql } from 'kysely'
import { TAKES_PICKS } from './shows.ts'
import { mergedSongs } from './song-merges.ts'

/**
 * Defines `merged_songs` and `song_counts`: plays, gap and last day of each song, with the songs that are merged into
 * it. A show in which two of them were played is one play. A merged song has its own counts. Needs WITH RECURSIVE.
 */
export function songCounts(): RawBuilder<unknown> {
  return sql`
    ${mergedSongs()},
    merged_counts AS (
      SELECT merged_songs.song_id, sum(songs.times_played) AS times_played, min(songs.gap) AS gap,
        max(songs.last_played) AS last_played,
        json_agg(json_build_object('id', songs.id, 'name', songs.name, 'slug', songs.slug) ORDER BY songs.id)
          AS merged
      FROM merged_songs JOIN songs USING (id)
      GROUP BY merged_songs.song_id
    ),
    joined_songs AS (
      SELECT id, song_id FROM merged_songs UNION SELECT song_id, song_id FROM merged_songs
    ),
    joined_shows AS (
      SELECT joined_songs.song_id, count(DISTINCT performances.song_id) - 1 AS counted_twice
      FROM joined_songs
        JOIN performances ON performances.song_id = joined_songs.id
        JOIN shows ON shows.setlist_revision_id = performances.revision_id
      WHERE NOT shows.excluded AND NOT ${TAKES_PICKS}
      GROUP BY joined_songs.song_id, shows.id
    ),
    counted_twice AS (SELECT song_id, sum(counted_twice) AS plays FROM joined_shows GROUP BY song_id),
    song_counts AS (
      SELECT songs.id,
        greatest(0, songs.times_played + coalesce(merged_counts.times_played, 0)
          - coalesce(counted_twice.plays, 0))::integer AS times_played,
        least(songs.gap, merged_counts.gap) AS gap,
        greatest(songs.last_played, merged_counts.last_played) AS last_played,
        coalesce(merged_counts.merged, '[]') AS merged
      FROM songs
        LEFT JOIN merged_counts ON merged_counts.song_id = songs.id
        LEFT JOIN counted_twice ON counted_twice.song_id = songs.id
    )`
}
