import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../client.ts'

/** The boards that a show's scores count on. */
export function boardsOf(show: { tourId: number | null }): number[] {
  return show.tourId === null ? [GLOBAL_BOARD] : [GLOBAL_BOARD, show.tourId]
}

/** Holds the moves of a hundred thousand players; what is beyond goes through files. */
const MOVING_MEMORY = '64MB'

/**
 * Moves the standings of boards by the difference between two sets of scores of one show: `from` counted
 * until now, `to` counts from now on; null is no scores. Call it under `lockStandings`, while the show still
 * points at `from`.
 *
 * One statement, since a player's row, the count of players at the old total and the one at the new total
 * belong together.
 */
export async function moveStandings(
  trx: DatabaseTransaction,
  boards: readonly number[],
  { showId, from, to }: { showId: number; from: number | null; to: number | null },
): Promise<void> {
  await sql`SET LOCAL work_mem = ${sql.lit(MOVING_MEMORY)}`.execute(trx)
  await sql`
    WITH moves AS (
      SELECT user_id, old.total AS old_score, new.total AS new_score,
        coalesce(new.total, 0) - coalesce(old.total, 0) AS points,
        (new.total IS NOT NULL)::integer - (old.total IS NOT NULL)::integer AS shows
      FROM (SELECT user_id, total FROM scores WHERE score_set_id = ${from}) AS old
        FULL JOIN (SELECT user_id, total FROM scores WHERE score_set_id = ${to}) AS new USING (user_id)
      WHERE old.total IS DISTINCT FROM new.total
    ), moved AS (
      MERGE INTO standings AS standing
      USING (SELECT board, moves.* FROM moves CROSS JOIN unnest(${boards}::integer[]) AS board) AS move
      ON standing.board = move.board AND standing.user_id = move.user_id
      WHEN MATCHED AND standing.shows + move.shows = 0 THEN DELETE
      WHEN MATCHED THEN UPDATE SET
        total = standing.total + move.points,
        shows = standing.shows + move.shows,
        best = CASE
          WHEN move.new_score >= standing.best THEN move.new_score
          WHEN move.old_score = standing.best
            THEN greatest(move.new_score, ${bestOfOtherShows(showId)})
          ELSE standing.best
        END
      WHEN NOT MATCHED THEN INSERT (board, user_id, total, shows, best)
        VALUES (move.board, move.user_id, move.points, move.shows, move.new_score)
      RETURNING move.board, old.total AS old_total, new.total AS new_total
    ), steps AS (
      -- Few pairs of totals, however many players: only these are taken apart into an old and a new total.
      SELECT board, old_total, new_total, count(*) AS players FROM moved GROUP BY board, old_total, new_total
    )
    ${mergeHistogram(sql`
      SELECT board, total, sum(change)::integer AS change
      FROM steps, LATERAL (VALUES (old_total, -players), (new_total, players)) AS bucket(total, change)
      WHERE total IS NOT NULL
      GROUP BY board, total
      HAVING sum(change) <> 0`)}`.execute(trx)
}

/** The best score of the player in hand over the other scored shows of the board in hand. */
function bestOfOtherShows(showId: number): RawBuilder<number> {
  return sql`(
    SELECT coalesce(max(scores.total), 0)
    FROM shows JOIN scores ON scores.score_set_id = shows.score_set_id AND scores.user_id = move.user_id
    WHERE shows.id <> ${showId} AND (move.board = ${GLOBAL_BOARD} OR shows.tour_id = move.board)
  )`
}

function mergeHistogram(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    MERGE INTO standings_histogram AS bucket
    USING (${changes}) AS changed
    ON bucket.board = changed.board AND bucket.total = changed.total
    WHEN MATCHED AND bucket.players + changed.change = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET players = bucket.players + changed.change
    WHEN NOT MATCHED THEN INSERT (board, total, players)
      VALUES (changed.board, changed.total, changed.change)`
}

/** The standings as a fresh count of the scores has them, of every board that has any. */
const COUNTED_STANDINGS = sql`
  SELECT board, scores.user_id, sum(scores.total)::integer AS total, count(*)::integer AS shows,
    max(scores.total)::integer AS best
  FROM shows
    JOIN scores ON scores.score_set_id = shows.score_set_id,
    LATERAL (SELECT ${GLOBAL_BOARD}::integer UNION ALL SELECT shows.tour_id WHERE shows.tour_id IS NOT NULL)
      AS counts_on(board)
  GROUP BY board, scores.user_id`

/**
 * Counts the standings of some boards anew, or of all of them. Call it under `lockStandings`, before any lock
 * on a show.
 */
export async function rebuildStandings(
  trx: DatabaseTransaction,
  boards: readonly number[] | 'all' = 'all',
): Promise<void> {
  const rebuilt = boards === 'all' ? sql`true` : sql`board = ANY(${boards}::integer[])`
  await sql`DELETE FROM standings WHERE ${rebuilt}`.execute(trx)
  await sql`DELETE FROM standings_histogram WHERE ${rebuilt}`.execute(trx)
  await sql`
    INSERT INTO standings (board, user_id, total, shows, best)
    SELECT board, user_id, total, shows, best FROM (${COUNTED_STANDINGS}) AS counted
    WHERE ${rebuilt}`.execute(trx)
  await sql`
    INSERT INTO standings_histogram (board, total, players)
    SELECT board, total, count(*) FROM standings WHERE ${rebuilt}
    GROUP BY board, total`.execute(trx)
}

export type Figures = { total: number; shows: number; best: number }

/** Where what is kept differs from a fresh count: null on the side that has no such row. */
export type StandingsDifference =
  | { table: 'standings'; board: number; userId: number; kept: Figures | null; counted: Figures | null }
  | {
      table: 'standings_histogram'
      board: number
      total: number
      kept: number | null
      counted: number | null
    }

/**
 * Compares standings and histogram with a fresh count, all in one statement, so that it can run beside the
 * scoring of shows. Answers with the differences, 100 of each kind at most; none is how it should be.
 */
export async function verifyStandings(db: Database): Promise<StandingsDifference[]> {
  const { rows } = await sql<{ difference: StandingsDifference }>`
    WITH counted AS (${COUNTED_STANDINGS}), players AS (
      SELECT board, total, count(*)::integer AS players FROM counted GROUP BY board, total
    ), differing_standings AS (
      SELECT jsonb_build_object('table', 'standings', 'board', board, 'userId', user_id,
        'kept', CASE WHEN kept.total IS NOT NULL THEN ${figures('kept')} END,
        'counted', CASE WHEN counted.total IS NOT NULL THEN ${figures('counted')} END) AS difference
      FROM standings AS kept FULL JOIN counted USING (board, user_id)
      WHERE (kept.total, kept.shows, kept.best) IS DISTINCT FROM (counted.total, counted.shows, counted.best)
      ORDER BY board, user_id LIMIT 100
    ), differing_histogram AS (
      SELECT jsonb_build_object('table', 'standings_histogram', 'board', board, 'total', total,
        'kept', kept.players, 'counted', players.players) AS difference
      FROM standings_histogram AS kept FULL JOIN players USING (board, total)
      WHERE kept.players IS DISTINCT FROM players.players
      ORDER BY board, total LIMIT 100
    )
    SELECT difference FROM differing_standings
    UNION ALL SELECT difference FROM differing_histogram`.execute(db)
  return rows.map(({ difference }) => difference)
}

function figures(table: 'kept' | 'counted'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`jsonb_build_object('total', ${column('total')}, 'shows', ${column('shows')}, 'best', ${column('best')})`
}
