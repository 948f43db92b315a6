import { LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** With more players on one total, a list would not be faster. */
const MAX_LISTED_PLAYERS = 5_000

/**
 * Stores the leading players of boards, as many as the largest first page needs, so that it can be read without
 * scanning the board. Call it at the end of a transaction that changes standings.
 */
export async function updateBoardTops(trx: DatabaseTransaction, boards: readonly number[]): Promise<void> {
  if (boards.length === 0) return
  const lowestOfBoard: RawBuilder<unknown>[] = []
  for (const board of boards) {
    const lowest = await getLowestTotal(trx, board, LEADERBOARD_PAGE.max + 1, null)
    lowestOfBoard.push(sql`WHEN ${board} THEN ${lowest}::integer`)
  }
  // One pass over all boards, because their rows share pages.
  await sql`
    INSERT INTO board_tops (board, user_ids)
    SELECT board, array_agg(user_id) FROM standings
    WHERE board = ANY(${boards}::integer[]) AND total >= CASE board ${sql.join(lowestOfBoard, sql` `)} END
    GROUP BY board
    HAVING count(*) <= ${MAX_LISTED_PLAYERS}::integer
    ON CONFLICT (board) DO UPDATE SET user_ids = excluded.user_ids`.execute(trx)
}

/**
 * All players of a board with at least a total; null if the stored list is out of date. The list is complete if
 * it has as many such players as the histogram.
 */
export async function findBoardTops(db: Database, board: number, lowest: number): Promise<number[] | null> {
  const { rows } = await sql<{ userIds: number[] }>`
    SELECT array_agg(user_id) AS "userIds"
    FROM unnest((SELECT user_ids FROM board_tops WHERE board = ${board})) AS listed(user_id)
      JOIN standings USING (user_id)
    WHERE standings.board = ${board} AND standings.total >= ${lowest}
    HAVING count(*) = (
      SELECT sum(players) FROM standings_histogram WHERE board = ${board} AND total >= ${lowest}
    )`.execute(db)
  return rows[0]?.userIds ?? null
}

/** The totals that this number of rows can reach below and above the players of a total. */
export async function getTotalsAround(
  db: Database,
  board: number,
  { total, rows }: { total: number; rows: number },
): Promise<{ lowest: number; highest: number }> {
  const { rows: found } = await sql<{ lowest: number; highest: number }>`
    WITH below AS (
      SELECT total, sum(players) OVER (ORDER BY total DESC) AS players
      FROM standings_histogram WHERE board = ${board} AND total < ${total}
    ), above AS (
      SELECT total, sum(players) OVER (ORDER BY total) AS players
      FROM standings_histogram WHERE board = ${board} AND total > ${total}
    )
    SELECT
      coalesce((SELECT max(total) FROM below WHERE players >= ${rows}), 0) AS lowest,
      coalesce((SELECT min(total) FROM above WHERE players >= ${rows}),
        (SELECT max(total) FROM above), ${total}::integer) AS highest`.execute(db)
  return found[0] ?? { lowest: 0, highest: total }
}

/** The lowest total that this number of rows can reach, from the top or from a given total. */
export async function getLowestTotal(
  db: Database,
  board: number,
  rows: number,
  from: number | null,
): Promise<number> {
  const { rows: found } = await sql<{ lowest: number }>`
    WITH reach AS (
      SELECT total, sum(players) OVER (ORDER BY total DESC) AS players
      FROM standings_histogram
      WHERE board = ${board} AND total <= coalesce(${from}::integer, total)
    )
    -- All players of the total that the page begins at may be on earlier pages.
    SELECT coalesce(max(total), 0) AS lowest FROM reach
    WHERE players >= ${rows} + (SELECT coalesce(max(players), 0) FROM reach WHERE total = ${from})`.execute(
    db,
  )
  return found[0]?.lowest ?? 0
}
