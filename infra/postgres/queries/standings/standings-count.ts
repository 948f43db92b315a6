import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { updateBoardTops } from './board-tops.ts'

const COUNTED_STANDINGS = sql`
  SELECT board, scores.user_id, sum(scores.total)::integer AS total, count(*)::integer AS shows,
    max(scores.total)::integer AS best
  FROM shows
    JOIN scores ON scores.score_set_id = shows.score_set_id,
    LATERAL (SELECT ${GLOBAL_BOARD}::integer UNION ALL SELECT shows.tour_id WHERE shows.tour_id IS NOT NULL)
      AS counts_on(board)
  GROUP BY board, scores.user_id`

/** Computes standings from the scores. Call it under `holdStandings`, before locking a show. */
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
  await updateBoardTops(
    trx,
    rows.map(({ board }) => board),
  )
}

export type StandingTotals = { total: number; shows: number; best: number }

export type StandingsDifference =
  | {
      table: 'standings'
      board: number
      userId: number
      kept: StandingTotals | null
      counted: StandingTotals | null
    }
  | {
      table: 'standings_histogram'
      board: number
      total: number
      kept: number | null
      counted: number | null
    }

/** Compares standings and histogram with the scores. Returns up to 100 differences of each kind. */
export async function verifyStandings(db: Database): Promise<StandingsDifference[]> {
  const { rows } = await sql<{ difference: StandingsDifference }>`
    WITH counted AS (${COUNTED_STANDINGS}), players AS (
      SELECT board, total, count(*)::integer AS players FROM counted GROUP BY board, total
    ), differing_standings AS (
      SELECT jsonb_build_object('table', 'standings', 'board', board, 'userId', user_id,
        'kept', CASE WHEN kept.total IS NOT NULL THEN ${totalsOf('kept')} END,
        'counted', CASE WHEN counted.total IS NOT NULL THEN ${totalsOf('counted')} END) AS difference
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

function totalsOf(table: 'kept' | 'counted'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`jsonb_build_object('total', ${column('total')}, 'shows', ${column('shows')}, 'best', ${column('best')})`
}
