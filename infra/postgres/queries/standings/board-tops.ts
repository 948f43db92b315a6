import { LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** Where more players are level, a list of them would be of no help. */
const MOST_LISTED = 5_000

/**
 * Lists who leads boards, as far as the largest first page goes, so that it can be read without looking at every row
 * of the board. For the transaction that moves them, at its end.
 */
export async function updateBoardTops(trx: DatabaseTransaction, boards: readonly number[]): Promise<void> {
  if (boards.length === 0) return
  const lowestOfBoard: RawBuilder<unknown>[] = []
  for (const board of boards) {
    const lowest = await findLowestTotal(trx, board, LEADERBOARD_PAGE.max + 1, null)
    lowestOfBoard.push(sql`WHEN ${board} THEN ${lowest}::integer`)
  }
  // All boards in one pass: their rows lie among each other.
  await sql`
    INSERT INTO board_tops (board, user_ids)
    SELECT board, array_agg(user_id) FROM standings
    WHERE board = ANY(${boards}::integer[]) AND total >= CASE board ${sql.join(lowestOfBoard, sql` `)} END
    GROUP BY board
    HAVING count(*) <= ${MOST_LISTED}::integer
    ON CONFLICT (board) DO UPDATE SET user_ids = excluded.user_ids`.execute(trx)
}

/**
 * Every player of a board who has at least a total; null where the list does not tell. It is whole where as many of
 * those who are on it have that total as the board counts.
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

/** The lowest total that so many rows can reach down to, from the top or from among the players of a total. */
export async function findLowestTotal(
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
    -- The bucket that the page begins in may lie before it as a whole.
    SELECT coalesce(max(total), 0) AS lowest FROM reach
    WHERE players >= ${rows} + (SELECT coalesce(max(players), 0) FROM reach WHERE total = ${from})`.execute(
    db,
  )
  return found[0]?.lowest ?? 0
}
