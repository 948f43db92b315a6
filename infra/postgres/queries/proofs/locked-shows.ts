import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { LOCKS_AT, NOW, PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { tryHoldLock } from '../work/advisory-locks.ts'
import { insertJobs } from '../work/outbox.ts'

/** What older locks have not got, they stay without: it would come too late. */
const MAX_LOCK_DAYS = 7

/** A scoring run may close picks before the lock. */
export const CLOSED_AT = sql<Date>`
  least(${LOCKS_AT}, (SELECT created_at FROM score_sets WHERE score_sets.id = shows.score_set_id), now())`

/** Shows that were locked in the last days without the row of a table that each lock gets. */
export function selectLockedShows(
  db: Database,
  { since, without }: { since?: string; without: { table: RawBuilder<unknown>; where: RawBuilder<unknown> } },
) {
  const earliest = sql`greatest(${since ?? null}::timestamptz, ${NOW} - make_interval(days => ${MAX_LOCK_DAYS}))`
  return db
    .selectFrom('shows')
    .where(PICKS_ARE_PUBLIC)
    .where(sql<boolean>`(shows.locks_at >= ${earliest} OR shows.locks_at IS NULL)`)
    .where(sql<boolean>`${CLOSED_AT} >= ${earliest}`)
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM ${without.table} AS made WHERE made.show_id = shows.id AND ${without.where}
          -- Else the lock has moved since, and the picks were open again.
          AND (made.created_at >= ${LOCKS_AT} OR shows.picks_closed))`,
    )
}

/**
 * Enqueues a job for each of the shows, unless one waits or has died. The root comes first: both read all picks. Several
 * workers may do so at once.
 */
export async function insertJobsOfShows(
  db: Database,
  job: 'commit-picks' | 'freeze-chances',
  shows: ReturnType<typeof selectLockedShows>,
): Promise<void> {
  const due = shows
    .select('shows.id')
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM outbox
        WHERE job IN (${job}, 'commit-picks') AND payload = jsonb_build_object('showId', shows.id)
          AND ((done_at IS NULL AND dead_at IS NULL) OR (job = ${job} AND dead_at IS NOT NULL)))`,
    )
    .orderBy('shows.id')
  if ((await due.execute()).length === 0) return
  await db.transaction().execute(async (trx) => {
    if (!(await tryHoldLock(trx, 'pick commitments'))) return
    const { rows } = await trx.executeQuery(due.compile())
    await insertJobs(
      trx,
      job,
      rows.map(({ id: showId }) => ({ showId })),
    )
  })
}
