import type { ListedShow } from '@called-it/shared/contract/chances'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { LISTED_SHOW } from '../catalogue/listed-show.ts'
import { SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'

/*
 * Each of the players who show their picks, to one of them. Reading a tour of 20 shows with 100,000 players takes a
 * second. Names are read apart: they change without the scores.
 */

/** Defines `tour_shows`, numbered by date, and `shown`. */
const TOUR = (tourId: number) => sql`
  tour_shows AS MATERIALIZED (
    SELECT id, score_set_id, row_number() OVER (ORDER BY ${SHOW_ORDER}) AS number, count(*) OVER () AS shows
    FROM shows WHERE tour_id = ${tourId} AND is_scored
  ),
  shown AS (SELECT id AS user_id, sort_name FROM users WHERE shows_picks AND deleted_at IS NULL)`

const MIN_SHOWS_OF_HALF = 2

export type MostImproved = { userId: number; before: number; after: number }

/** Of an odd number of shows the one in the middle is in the second half. */
export function findMostImproved(db: Database, tourId: number): Promise<MostImproved | null> {
  const isSecond = sql`(number > shows / 2)`
  return first(
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
    LIMIT 1`,
  )
}

export type BestNight = { userId: number; show: ListedShow; total: number }

export function findBestNight(db: Database, tourId: number): Promise<BestNight | null> {
  return first(
    db,
    sql`
    WITH ${TOUR(tourId)}, best AS (
      SELECT user_id, tour_shows.id, total
      FROM tour_shows JOIN scores USING (score_set_id) JOIN shown USING (user_id)
      WHERE total > 0
      ORDER BY total DESC, number, sort_name, user_id
      LIMIT 1
    )
    SELECT user_id AS "userId", ${LISTED_SHOW} AS show, total FROM best JOIN shows USING (id)`,
  )
}

export type BoldestCall = {
  userId: number
  show: ListedShow
  song: { id: number; name: string }
  gap: number
}

export function findBoldestCall(db: Database, tourId: number): Promise<BoldestCall | null> {
  return first(
    db,
    sql`
    WITH RECURSIVE ${mergedSongs()}, ${TOUR(tourId)}, boldest AS (
      SELECT user_id, tour_shows.id, coalesce(merged_songs.song_id, rarest_song) AS song_id, rarest_gap
      FROM tour_shows
        JOIN night_feats ON show_id = tour_shows.id
        JOIN scores USING (score_set_id, user_id)
        JOIN shown USING (user_id)
        LEFT JOIN merged_songs ON merged_songs.id = rarest_song
      WHERE rarest_gap > 0
      ORDER BY rarest_gap DESC, total DESC, number, sort_name, user_id
      LIMIT 1
    )
    SELECT user_id AS "userId", ${LISTED_SHOW} AS show,
      json_build_object('id', songs.id, 'name', songs.name) AS song, rarest_gap AS gap
    FROM boldest JOIN shows USING (id) JOIN songs ON songs.id = song_id`,
  )
}

async function first<Row>(db: Database, query: RawBuilder<unknown>): Promise<Row | null> {
  const { rows } = await sql<Row>`${query}`.execute(db)
  return rows[0] ?? null
}
