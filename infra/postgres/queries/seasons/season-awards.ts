import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import type { StoredAwards } from '../../schema/builds.ts'
import { SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'

/** Stored for each award: further ones follow when the first hide their picks. */
const CANDIDATES = 20

const MIN_SHOWS_OF_HALF = 2

/** Among the players who show their picks. A tour of 20 shows with 100,000 players takes some seconds. */
export async function computeAwards(db: Database, tourId: number): Promise<StoredAwards> {
  return {
    most_improved: await listMostImproved(db, tourId),
    best_night: await listBestNights(db, tourId),
    boldest_call: await listBoldestCalls(db, tourId),
  }
}

/** Defines `tour_shows`, numbered by date, and `shown`. */
const TOUR = (tourId: number) => sql`
  tour_shows AS MATERIALIZED (
    SELECT id AS show_id, score_set_id, row_number() OVER (ORDER BY ${SHOW_ORDER}) AS number,
      count(*) OVER () AS shows
    FROM shows WHERE tour_id = ${tourId} AND is_scored
  ),
  shown AS (SELECT id AS user_id, sort_name FROM users WHERE shows_picks AND deleted_at IS NULL)`

/** Defines `candidates`: of rows with a player once a show at most, the first one of each player. */
const OF_EACH_PLAYER = (rows: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  best AS (
    ${rows}
    ORDER BY ${order}
    LIMIT (SELECT ${sql.lit(CANDIDATES)} * count(*) FROM tour_shows)
  ),
  candidates AS (SELECT DISTINCT ON (user_id) * FROM best ORDER BY user_id, ${order})`

/** The middle one of an odd number of shows is in the second half. */
function listMostImproved(db: Database, tourId: number): Promise<StoredAwards['most_improved']> {
  const isSecond = sql`(number > shows / 2)`
  return list(
    db,
    sql`
    WITH ${TOUR(tourId)}, halves AS (
      SELECT user_id, sum(total) AS points,
        avg(total) FILTER (WHERE NOT ${isSecond}) AS before, avg(total) FILTER (WHERE ${isSecond}) AS after
      FROM tour_shows JOIN scores USING (score_set_id)
      GROUP BY user_id
      HAVING count(*) FILTER (WHERE NOT ${isSecond}) >= ${MIN_SHOWS_OF_HALF}
        AND count(*) FILTER (WHERE ${isSecond}) >= ${MIN_SHOWS_OF_HALF}
    )
    SELECT user_id AS "userId", before::float AS before, after::float AS after
    FROM halves JOIN shown USING (user_id)
    WHERE after > before
    ORDER BY after - before DESC, points DESC, sort_name, user_id
    LIMIT ${sql.lit(CANDIDATES)}`,
  )
}

function listBestNights(db: Database, tourId: number): Promise<StoredAwards['best_night']> {
  const order = sql`total DESC, number, sort_name, user_id`
  const nights = sql`
    SELECT user_id, show_id, total, number, sort_name
    FROM tour_shows JOIN scores USING (score_set_id) JOIN shown USING (user_id)
    WHERE total > 0`
  return list(
    db,
    sql`
    WITH ${TOUR(tourId)}, ${OF_EACH_PLAYER(nights, order)}
    SELECT user_id AS "userId", show_id AS "showId", total
    FROM candidates
    ORDER BY ${order}
    LIMIT ${sql.lit(CANDIDATES)}`,
  )
}

function listBoldestCalls(db: Database, tourId: number): Promise<StoredAwards['boldest_call']> {
  const order = sql`gap DESC, total DESC, number, sort_name, user_id`
  const calls = sql`
    SELECT user_id, show_id, coalesce(merged_songs.song_id, rarest_song) AS song_id, rarest_gap AS gap, total,
      number, sort_name
    FROM tour_shows
      JOIN night_feats USING (show_id)
      JOIN scores USING (score_set_id, user_id)
      JOIN shown USING (user_id)
      LEFT JOIN merged_songs ON merged_songs.id = rarest_song
    WHERE rarest_gap > 0`
  return list(
    db,
    sql`
    WITH RECURSIVE ${mergedSongs()}, ${TOUR(tourId)}, ${OF_EACH_PLAYER(calls, order)}
    SELECT user_id AS "userId", show_id AS "showId", song_id AS "songId", gap
    FROM candidates
    ORDER BY ${order}
    LIMIT ${sql.lit(CANDIDATES)}`,
  )
}

async function list<Row>(db: Database, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`${query}`.execute(db)
  return rows
}
