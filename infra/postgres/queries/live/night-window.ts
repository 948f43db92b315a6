import { sql } from 'kysely'
import { END_OF_TONIGHT, IS_CANCELLED, LOCKS_AT, NOW } from '../catalogue/shows.ts'

const MINUTES_BEFORE_START = 60

/** For the index by date: the last ones whose night has not ended. */
const IS_RECENT = sql<boolean>`shows.showdate >= (${NOW} AT TIME ZONE 'UTC')::date - 1`

/** From an hour before the start, or from the lock, to the end of the night. */
export const IS_ABOUT_TO_RUN_OR_RUNS = sql<boolean>`
  (${IS_RECENT} AND ${NOW} < ${END_OF_TONIGHT} AND NOT ${IS_CANCELLED}
    AND (
      ${LOCKS_AT} <= ${NOW} OR shows.picks_closed
      OR shows.starts_at <= ${NOW} + make_interval(mins => ${MINUTES_BEFORE_START})
    ))`
