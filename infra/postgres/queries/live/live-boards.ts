import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import type { TourPlayers } from '@called-it/shared/game/live/tour-board'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { LiveBoardsTable, StoredRow, StoredSongCount, StoredTourBoard } from '../../schema/live.ts'
import { LOCKS_AT, PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'

/** The board of a show at a revision of its setlist; 0 before the first. */
export type StoredLiveBoard = {
  revision: number
  players: number
  /** See `unpackHistogram`. */
  histogram: string
  top: StoredRow[]
  songs: StoredSongCount[]
  tour: StoredTourBoard | null
}

export type NewestLiveBoard = NonNullable<Awaited<ReturnType<typeof findNewestLiveBoard>>>

/** A revision may be stored again, see `storeLiveBoard`. */
function selectNewest(db: Database, showId: number) {
  return db
    .selectFrom('live_boards')
    .select(['revision', 'created_at as madeAt'])
    .where('show_id', '=', showId)
    .orderBy('revision', 'desc')
    .limit(1)
}

export async function findNewestLiveBoard(db: Database, showId: number) {
  const board = await selectNewest(db, showId)
    .select(['players', 'histogram', 'top', 'songs', 'tour'])
    .executeTakeFirst()
  return board ?? null
}

/** Without the rest, which is many kilobytes. */
export async function findLiveBoardVersion(db: Database, showId: number) {
  return (await selectNewest(db, showId).executeTakeFirst()) ?? null
}

/** First to last. */
export type OrderedBoard = { readonly userIds: Int32Array; readonly totals: Uint16Array }

/** All rows of the newest board; null for a show without one. */
export async function findOrderedBoard(
  db: Database,
  showId: number,
): Promise<(OrderedBoard & { revision: number }) | null> {
  const row = await selectNewest(db, showId).select(['players', 'histogram', 'board']).executeTakeFirst()
  if (!row?.board) return null
  const totals = new Uint16Array(row.players)
  let end = 0
  for (const { total, players } of unpackHistogram(row.histogram)) {
    totals.fill(total, end, end + players)
    end += players
  }
  const { buffer } = Uint8Array.from(row.board)
  return { revision: row.revision, userIds: new Int32Array(buffer), totals }
}

type NewLiveBoard = StoredLiveBoard & {
  showId: number
  /** The lock of its predictions, as in `LiveShowState`. */
  lock: string
  /** First to last. */
  userIds: Int32Array
}

/**
 * Stores the board of a revision, and removes the complete order of older ones. The same revision is stored again
 * where its predictions, merged songs or tour differ.
 *
 * @returns false if nothing changed, if there is a newer revision, or if the show was opened again
 */
export async function storeLiveBoard(trx: DatabaseTransaction, board: NewLiveBoard): Promise<boolean> {
  const { showId, lock, revision, players, histogram, userIds } = board
  const row = {
    show_id: sql`${showId}::integer`,
    revision: sql`${revision}::integer`,
    players: sql`${players}::integer`,
    histogram: sql`${histogram}::text`,
    top: sql`${JSON.stringify(board.top)}::jsonb`,
    songs: sql`${JSON.stringify(board.songs)}::jsonb`,
    // Ids look random: deflate saves a third and takes longer than writing them. The totals are the histogram.
    board: sql`${Buffer.from(userIds.buffer, userIds.byteOffset, userIds.byteLength)}::bytea`,
    tour: sql`${board.tour && JSON.stringify(board.tour)}::jsonb`,
  } satisfies Record<Exclude<keyof Insertable<LiveBoardsTable>, 'created_at'>, RawBuilder<unknown>>
  const columns = Object.keys(row).map((column) => sql.ref(column))
  const excluded = Object.keys(row).map((column) => sql.ref(`excluded.${column}`))
  const present = Object.keys(row).map((column) => sql.ref(`live_boards.${column}`))
  const { rows } = await sql`
    WITH closed AS (
      -- Shared with saves; a reopening waits for it, and then removes the row.
      SELECT FROM shows WHERE id = ${showId} AND (${LOCKS_AT})::text = ${lock} AND ${PICKS_ARE_PUBLIC} FOR SHARE
    )
    INSERT INTO live_boards (${sql.join(columns)})
    SELECT ${sql.join(Object.values(row))} FROM closed
    WHERE NOT EXISTS (SELECT FROM live_boards WHERE show_id = ${showId} AND revision > ${revision})
    ON CONFLICT (show_id, revision) DO UPDATE
      SET (${sql.join(columns)}) = ROW(${sql.join(excluded)}), created_at = now()
      -- Without its order it is an old one by now.
      WHERE live_boards.board IS NOT NULL AND (${sql.join(present)}) IS DISTINCT FROM (${sql.join(excluded)})
    RETURNING revision`.execute(trx)
  if (rows.length === 0) return false
  await trx
    .updateTable('live_boards')
    .set({ board: null })
    .where('show_id', '=', showId)
    .where('revision', '<', revision)
    .where('board', 'is not', null)
    .execute()
  return true
}

export type UserScore = Awaited<ReturnType<typeof listUserScores>>[number]

/** The scores of those of the users who have a prediction for a show, all at one version. */
export async function listUserScores(db: Database, showId: number, userIds: readonly number[]) {
  return db
    .selectFrom('predictions')
    .innerJoin('shows', 'shows.id', 'predictions.show_id')
    .leftJoin('scores', (join) =>
      join
        .onRef('scores.score_set_id', '=', 'shows.score_set_id')
        .onRef('scores.user_id', '=', 'predictions.user_id'),
    )
    .leftJoin('topic_versions', (join) =>
      join.on('topic_versions.topic', '=', sql<string>`'show:' || shows.id`),
    )
    .select([
      'predictions.user_id as userId',
      'predictions.id as predictionId',
      'scores.total',
      sql<number>`coalesce(topic_versions.version, 0)`.as('version'),
    ])
    .where('predictions.show_id', '=', showId)
    .where('predictions.user_id', '=', sql<number>`any(${userIds}::integer[])`)
    .execute()
}

/**
 * The standings of a tour's players and of those who have a prediction for a show, by name, then id. A player who is not
 * on the tour's board yet has zeros.
 */
export async function getTourPlayers(db: Database, tourId: number, showId: number): Promise<TourPlayers> {
  // One value with sixteen bytes a player: a million rows would block the process.
  const { rows } = await sql<{ packed: Buffer | null; isScored: boolean }>`
    SELECT (SELECT is_scored FROM shows WHERE id = ${showId}) AS "isScored", string_agg(
      int4send(user_id) || int4send(coalesce(total, 0)) || int4send(coalesce(best, 0)) || int4send(coalesce(shows, 0)),
      ''::bytea ORDER BY users.sort_name, users.id
    ) AS packed
    FROM (SELECT user_id FROM predictions WHERE show_id = ${showId}) AS tonight
      FULL JOIN (SELECT user_id, total, best, shows FROM standings WHERE board = ${tourId}) AS standing
        USING (user_id)
      JOIN users ON users.id = user_id`.execute(db)
  const [{ packed, isScored } = { packed: null, isScored: false }] = rows
  return { standings: new Int32Array(Uint8Array.from(packed?.swap32() ?? []).buffer), isScored }
}
