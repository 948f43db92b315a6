import { type RawBuilder, sql } from 'kysely'

/** Tours with scores whose shows are all scored, but those that are cancelled, excluded or vanished: id and scored shows. */
export const TOURS_OVER: RawBuilder<unknown> = sql`
  SELECT tour_id, count(*) FILTER (WHERE is_scored)::integer AS shows
  FROM shows
  WHERE tour_id IS NOT NULL
  GROUP BY tour_id
  HAVING bool_or(is_scored)
    AND bool_and(is_scored OR cancelled_at IS NOT NULL OR excluded OR vanished_at IS NOT NULL)`
