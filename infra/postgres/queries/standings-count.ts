import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../client.ts'
import { recordBoardTops } from './board-tops.ts'

/** The boards that a show's scores count on. */
export function boardsOf(show: { tourId: number | null }): number[] {
  return show.tourId === null ? [GLOBAL_BOARD] : [GLOBAL_BOARD, show.tourId]
}

/** Moved by one statement: few enough that those who follow hear of it within a second, on a slow machine too. */
const PLAYERS_AT_ONCE = 10_000
/** Holds the moves of so many players. */
const MOVING_MEMORY = '32MB'

/**
 * Moves the standings of boards by the difference between two sets of scores of one show: `from` counted
 * until now, `to` counts from now on; null is no scores. Call it under `lockStandings`, while the show still
 * points at `from`.
 *
 * @param onMoved told after each part how many players' scores have been gone through so far
 */
export async function moveStandings(
  trx: DatabaseTransaction,
  boards: readonly number[],
  { showId, from, to }: { showId: number; from: number | null; to: number | null },
  {
    playersAtOnce = PLAYERS_AT_ONCE,
    onMoved,
  }: { playersAtOnce?: number; onMoved?: (players: number) => void } = {},
): Promise<void> {
  await sql`SET LOCAL work_mem = ${sql.lit(MOVING_MEMORY)}`.execute(trx)
  // Without fresh statistics the planner takes thousands of players for one, and compares each with each. What
  // is looked up for a single player below must therefore be no join.
  await sql`SET LOCAL enable_nestloop = off`.execute(trx)
  const otherSets = await listOtherScoreSets(trx, boards, showId)
  let after = 0
  for (let moved = 0; ; moved += playersAtOnce) {
    const last = await findUserAfter(trx, to ?? from, after, playersAtOnce)
    await movePlayers(trx, boards, { from, to, otherSets }, { after, last: last ?? HIGHEST_ID })
    if (last === null) break
    onMoved?.(moved + playersAtOnce)
    after = last
  }
  await recordBoardTops(trx, boards)
}

const HIGHEST_ID = 2_147_483_647

/** The so-manieth player of a set of scores after another one, by number; null where there are fewer. */
async function findUserAfter(
  trx: DatabaseTransaction,
  scoreSetId: number | null,
  after: number,
  players: number,
): Promise<number | null> {
  const row = await trx
    .selectFrom('scores')
    .select('user_id as userId')
    .where('score_set_id', '=', scoreSetId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .offset(players - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.userId ?? null
}

/**
 * Moves the standings of the players between two numbers: those after the first, up to the last.
 *
 * One statement, since a player's row, the count of players at the old total and the one at the new total
 * belong together.
 */
async function movePlayers(
  trx: DatabaseTransaction,
  boards: readonly number[],
  { from, to, otherSets }: { from: number | null; to: number | null; otherSets: OtherScoreSets },
  { after, last }: { after: number; last: number },
): Promise<void> {
  const isMeant = sql`user_id > ${after} AND user_id <= ${last}`
  await sql`
    WITH moves AS (
      SELECT user_id, old.total AS old_score, new.total AS new_score,
        coalesce(new.total, 0) - coalesce(old.total, 0) AS points,
        (new.total IS NOT NULL)::integer - (old.total IS NOT NULL)::integer AS shows
      FROM (SELECT user_id, total FROM scores WHERE score_set_id = ${from} AND ${isMeant}) AS old
        FULL JOIN (SELECT user_id, total FROM scores WHERE score_set_id = ${to} AND ${isMeant}) AS new USING (user_id)
      WHERE old.total IS DISTINCT FROM new.total
    ), moved AS (
      MERGE INTO standings AS standing
      USING (SELECT board, moves.* FROM moves CROSS JOIN unnest(${boards}::integer[]) AS board) AS move
      -- The players' numbers once more, for the index: what they are joined with does not tell it.
      ON standing.board = move.board AND standing.user_id = move.user_id
        AND standing.board = ANY(${boards}::integer[])
        AND standing.user_id > ${after} AND standing.user_id <= ${last}
      WHEN MATCHED AND standing.shows + move.shows = 0 THEN DELETE
      WHEN MATCHED THEN UPDATE SET
        total = standing.total + move.points,
        shows = standing.shows + move.shows,
        best = CASE
          WHEN move.new_score >= standing.best THEN move.new_score
          WHEN move.old_score = standing.best
            THEN greatest(move.new_score, ${bestOfOtherShows(otherSets)})
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

/** The scores that count of the other shows of each board. */
type OtherScoreSets = ReadonlyMap<number, readonly number[]>

async function listOtherScoreSets(
  trx: DatabaseTransaction,
  boards: readonly number[],
  showId: number,
): Promise<OtherScoreSets> {
  const shows = await trx
    .selectFrom('shows')
    .select(['tour_id as tourId', 'score_set_id as scoreSetId'])
    .where('score_set_id', 'is not', null)
    .where('id', '<>', showId)
    .execute()
  const setsOf = (board: number) =>
    shows.flatMap((show) => (boardsOf(show).includes(board) ? (show.scoreSetId ?? []) : []))
  return new Map(boards.map((board) => [board, setsOf(board)]))
}

/** The best score of the player in hand over the other scored shows of the board in hand. */
function bestOfOtherShows(otherSets: OtherScoreSets): RawBuilder<number> {
  const setsOfBoard = [...otherSets].map(([board, sets]) => sql`WHEN ${board} THEN ${sets}::integer[]`)
  return sql`(
    SELECT coalesce(max(scores.total), 0) FROM scores
    WHERE scores.user_id = move.user_id
      AND scores.score_set_id = ANY(CASE move.board ${sql.join(setsOfBoard, sql` `)} END)
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
  const { rows } = await sql<{ board: number }>`
    SELECT DISTINCT board FROM standings_histogram WHERE ${rebuilt}`.execute(trx)
  await recordBoardTops(
    trx,
    rows.map(({ board }) => board),
  )
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
