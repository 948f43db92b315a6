import type { Badge } from '@called-it/shared/game/badges'
import { FEATS } from '@called-it/shared/game/feats'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { SHOW_ORDER } from '../catalogue/shows.ts'
import { TOURS_OVER } from '../catalogue/tours-over.ts'
import { tryShareBadges } from '../work/advisory-locks.ts'
import { enqueueTourBadges } from './badge-jobs.ts'

const BADGES_OF_COUNTS = {
  'first-show': 1,
  'shows-5': 5,
  'shows-10': 10,
  'shows-25': 25,
} as const satisfies {
  [badge in Badge]?: number
}
const FEATS_TABLE = sql.join(FEATS.map((feat, bit) => sql`(${feat}::text, ${1 << bit}::integer)`))
const COUNTS_TABLE = sql.join(
  Object.entries(BADGES_OF_COUNTS).map(([badge, shows]) => sql`(${badge}::text, ${shows}::integer)`),
)
const MIN_TOUR_SHOWS = 3
const MEMORY = '64MB'

/**
 * Computes everybody's badges again from scores and feats, and stores what has changed. By the order of shows: a badge
 * names the show where it was earned first. Two million scores take 5 s.
 */
export async function updateBadges(trx: DatabaseTransaction): Promise<void> {
  // Without statistics of new rows the planner would look each up.
  await sql`SET LOCAL enable_nestloop = off`.execute(trx)
  await sql`SET LOCAL enable_sort = on`.execute(trx)
  await sql`SET LOCAL work_mem = ${sql.lit(MEMORY)}`.execute(trx)
  await sql`
    WITH scored AS MATERIALIZED (
      SELECT id AS show_id, score_set_id, tour_id, row_number() OVER (ORDER BY ${SHOW_ORDER})::integer AS number
      FROM shows WHERE is_scored
    ),
    cards AS (
      SELECT user_id, number, row_number() OVER in_order AS shows, number - lag(number, 4) OVER in_order AS span
      FROM scores JOIN scored USING (score_set_id)
      WINDOW in_order AS (PARTITION BY user_id ORDER BY number)
    ),
    tours AS (
      SELECT user_id, count(*) = tour.shows AS is_whole, min(total) > 0 AS is_never_zero
      FROM scores JOIN scored USING (score_set_id) JOIN (${TOURS_OVER}) AS tour USING (tour_id)
      GROUP BY user_id, tour_id, tour.shows
      HAVING count(*) >= ${MIN_TOUR_SHOWS}
    ),
    earned AS (
      SELECT user_id, badge, number
      FROM cards JOIN (VALUES ${COUNTS_TABLE}) AS counts (badge, shows) USING (shows)
      UNION ALL
      SELECT user_id, 'five-in-a-row', min(number) FROM cards WHERE span = 4 GROUP BY user_id
      UNION ALL
      SELECT user_id, feat.badge, min(number)
      FROM night_feats JOIN scored USING (show_id) JOIN (VALUES ${FEATS_TABLE}) AS feat (badge, bit) ON feats & bit <> 0
      GROUP BY user_id, feat.badge
      UNION ALL
      SELECT user_id, 'whole-tour', NULL FROM tours GROUP BY user_id HAVING bool_or(is_whole)
      UNION ALL
      SELECT user_id, 'never-zero', NULL FROM tours GROUP BY user_id HAVING bool_or(is_never_zero)
    )
    MERGE INTO badges AS stored
    USING (
      SELECT user_id, badge, show_id
      FROM earned LEFT JOIN scored USING (number) JOIN users ON users.id = user_id
      WHERE users.deleted_at IS NULL
    ) AS computed
    ON stored.user_id = computed.user_id AND stored.badge = computed.badge
    WHEN MATCHED AND stored.show_id IS DISTINCT FROM computed.show_id THEN UPDATE SET show_id = computed.show_id
    WHEN NOT MATCHED THEN INSERT (user_id, badge, show_id) VALUES (computed.user_id, computed.badge, computed.show_id)
    WHEN NOT MATCHED BY SOURCE THEN DELETE`.execute(trx)
}

/**
 * While badges are computed, which locks rows for 5 s to minutes, it leaves those of the user to the job that follows:
 * no deletion of a profile waits so long.
 */
export async function deleteBadges(trx: DatabaseTransaction, userId: number): Promise<void> {
  if (!(await tryShareBadges(trx))) return enqueueTourBadges(trx)
  await trx.deleteFrom('badges').where('user_id', '=', userId).execute()
}
