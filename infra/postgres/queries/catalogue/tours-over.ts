import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { SHOW_ORDER } from './shows.ts'

/** Tours with scores whose shows are all scored, but those that are cancelled, excluded or vanished. */
export const TOURS_OVER: RawBuilder<{ tour_id: number; shows: number; final_show: number }> = sql`
  SELECT tour_id, count(*) FILTER (WHERE is_scored)::integer AS shows,
    (array_agg(id ORDER BY ${SHOW_ORDER} DESC) FILTER (WHERE is_scored))[1] AS final_show
  FROM shows
  WHERE tour_id IS NOT NULL
  GROUP BY tour_id
  HAVING bool_or(is_scored)
    AND bool_and(is_scored OR cancelled_at IS NOT NULL OR excluded OR vanished_at IS NOT NULL)`

/** By the tour, the last scored show of each tour that is over. */
export async function listFinalShows(db: Database): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ tour_id: number; final_show: number }>`${TOURS_OVER}`.execute(db)
  return new Map(rows.map(({ tour_id, final_show }) => [tour_id, final_show]))
}

/** How many shows of a tour are scored; null unless it is over. */
export async function countShowsOfTourOver(db: Database, tourId: number): Promise<number | null> {
  const { rows } = await sql<{ shows: number }>`
    SELECT shows FROM (${TOURS_OVER}) AS tour WHERE tour_id = ${tourId}`.execute(db)
  return rows[0]?.shows ?? null
}
