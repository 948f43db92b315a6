import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { SHOW_ORDER } from './shows.ts'

export function selectTours(db: Database) {
  return db.selectFrom('tours').select(['id', 'name', 'start_date', 'end_date', 'description'])
}

export async function listTours(db: Database) {
  return selectTours(db)
    .orderBy('start_date', 'desc')
    .orderBy('end_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findTour(db: Database, tourId: number) {
  return (await selectTours(db).where('id', '=', tourId).executeTakeFirst()) ?? null
}

/** Tours with scores whose shows are all scored, but those that are cancelled, excluded or vanished. */
export const TOURS_OVER: RawBuilder<unknown> = sql`
  SELECT tour_id, count(*) FILTER (WHERE is_scored)::integer AS shows,
    (array_agg(id ORDER BY ${SHOW_ORDER} DESC) FILTER (WHERE is_scored))[1] AS final_show,
    array_agg(score_set_id ORDER BY ${SHOW_ORDER}) FILTER (WHERE is_scored) AS score_sets
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

export async function listToursOver(db: Database, showIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ tour_id: number }>`
    SELECT tour_id FROM (${TOURS_OVER}) AS tour
    WHERE tour_id IN (SELECT tour_id FROM shows WHERE id = ANY(${showIds}::integer[]))
    ORDER BY tour_id`.execute(db)
  return rows.map((tour) => tour.tour_id)
}
