import type { PlayerResult } from '@called-it/shared/contract/results'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { StoredAwards } from '../../schema/builds.ts'
import { SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { TOURS_OVER } from '../catalogue/tours.ts'
import { BOARD_ORDER } from '../standings/standings.ts'

export type Season = {
  shows: number
  /** Another one when other scores count, or shows change places. */
  version: string
  /** Null until that of this version is stored; `chunks` are those of the results. */
  stored: { awards: StoredAwards; chunks: number } | null
}

/** Null unless the tour is over. */
export async function findSeason(db: Database, tourId: number): Promise<Season | null> {
  const { rows } = await sql<Season>`
    SELECT tour.shows, tour.version,
      (SELECT json_build_object('awards', awards, 'chunks', chunks) FROM seasons
        WHERE seasons.tour_id = tour.tour_id AND seasons.version = tour.version) AS stored
    FROM (SELECT *, md5(score_sets::text) AS version FROM (${TOURS_OVER}) AS over) AS tour
    WHERE tour_id = ${tourId}`.execute(db)
  return rows[0] ?? null
}

type ComputedSeason = { version: string; awards: StoredAwards; results: Buffer[] }

/** Null unless the tour is over. Call it in a snapshot: the scores may change meanwhile. */
export async function computeSeason(
  trx: DatabaseTransaction,
  tourId: number,
): Promise<ComputedSeason | null> {
  const season = await findSeason(trx, tourId)
  if (!season) return null
  const results = await packResults(trx, tourId)
  return { version: season.version, awards: await computeAwards(trx, tourId), results }
}

/** Replaces that of other scores. Results of the same scores stay as they are, for downloads that run. */
export async function storeSeason(
  trx: DatabaseTransaction,
  tourId: number,
  { version, awards, results }: ComputedSeason,
): Promise<void> {
  const row = { version, awards: JSON.stringify(awards), chunks: results.length }
  await trx
    .insertInto('seasons')
    .values({ tour_id: tourId, ...row })
    .onConflict((conflict) => conflict.column('tour_id').doUpdateSet(row))
    .execute()
  const ofTour = trx.deleteFrom('season_results').where('tour_id', '=', tourId)
  await ofTour.where('version', '!=', version).execute()
  if (results.length === 0) return
  await trx
    .insertInto('season_results')
    .values(results.map((players, number) => ({ tour_id: tourId, version, number, players })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

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
  return listCandidates(
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
  return listCandidates(
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
  return listCandidates(
    db,
    sql`
    WITH RECURSIVE ${mergedSongs()}, ${TOUR(tourId)}, ${OF_EACH_PLAYER(calls, order)}
    SELECT user_id AS "userId", show_id AS "showId", song_id AS "songId", gap
    FROM candidates
    ORDER BY ${order}
    LIMIT ${sql.lit(CANDIDATES)}`,
  )
}

async function listCandidates<Row>(db: Database, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`${query}`.execute(db)
  return rows
}

/** Five integers. */
const PACKED_BYTES = 20
const PLAYERS_OF_CHUNK = 3_200

/** Sorts a million players in memory. */
const SORT_MEMORY = '128MB'

/** The table of a tour, in order, packed in chunks. Call it in its own transaction. */
export async function packResults(trx: DatabaseTransaction, tourId: number): Promise<Buffer[]> {
  await sql`SET LOCAL work_mem = ${sql.lit(SORT_MEMORY)}`.execute(trx)
  const { rows } = await sql<{ players: Buffer }>`
    WITH placed AS (
      SELECT user_id, total, shows, best, (rank() OVER (ORDER BY total DESC))::integer AS rank,
        row_number() OVER (ORDER BY ${BOARD_ORDER}) - 1 AS place
      FROM standings JOIN users ON users.id = user_id
      WHERE board = ${tourId}
    )
    SELECT string_agg(int4send(user_id) || int4send(rank) || int4send(total) || int4send(shows) || int4send(best),
      ''::bytea ORDER BY place) AS players
    FROM placed
    GROUP BY place / ${sql.lit(PLAYERS_OF_CHUNK)}
    ORDER BY place / ${sql.lit(PLAYERS_OF_CHUNK)}`.execute(trx)
  return rows.map(({ players }) => players)
}

/** The players of a chunk under the names that they have now; null if it has been replaced. */
export async function findResults(
  db: Database,
  chunk: { tourId: number; version: string; number: number },
): Promise<PlayerResult[] | null> {
  const row = await db
    .selectFrom('season_results')
    .select('players')
    .where('tour_id', '=', chunk.tourId)
    .where('version', '=', chunk.version)
    .where('number', '=', chunk.number)
    .executeTakeFirst()
  if (!row) return null
  const { players } = row
  const offsets = Array.from({ length: players.length / PACKED_BYTES }, (_, place) => place * PACKED_BYTES)
  const names = await listNames(
    db,
    offsets.map((offset) => players.readInt32BE(offset)),
  )
  return offsets.map((offset) => ({
    rank: players.readInt32BE(offset + 4),
    name: names.get(players.readInt32BE(offset)) ?? '',
    points: players.readInt32BE(offset + 8),
    shows: players.readInt32BE(offset + 12),
    best: players.readInt32BE(offset + 16),
  }))
}

async function listNames(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', '=', sql<number>`ANY(${userIds}::integer[])`)
    .execute()
  return new Map(users.map(({ id, display_name }) => [id, display_name]))
}
