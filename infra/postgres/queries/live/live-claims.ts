import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_ABOUT_TO_RUN_OR_RUNS } from './night-window.ts'

/** A worker without a heartbeat for so long is replaced. */
const STALE_SECONDS = 1.5

/**
 * Claims the shows that are about to run or run, unless another worker is alive that has them, and renews the claims of
 * this worker. A scored show stays claimed until {@link endClaim}, so that its board is updated once more.
 *
 * @returns the shows that this worker has now
 */
export async function claimLiveShows(db: Database, worker: string): Promise<number[]> {
  const { rows } = await sql<{ showId: number }>`
    INSERT INTO live_claims (show_id, worker, heartbeat_at)
    SELECT shows.id, ${worker}, clock_timestamp()
    FROM shows
    WHERE ${IS_ABOUT_TO_RUN_OR_RUNS}
      AND (NOT shows.is_scored OR EXISTS (SELECT FROM live_claims WHERE live_claims.show_id = shows.id))
    -- In one order, so that two workers never wait for each other.
    ORDER BY shows.id
    ON CONFLICT (show_id) DO UPDATE SET worker = excluded.worker, heartbeat_at = excluded.heartbeat_at
      WHERE live_claims.worker = excluded.worker
        OR live_claims.heartbeat_at <= clock_timestamp() - make_interval(secs => ${STALE_SECONDS})
    RETURNING show_id AS "showId"`.execute(db)
  return rows.map(({ showId }) => showId)
}

/** For a worker that stops: the next one does not wait until the claims are stale. */
export async function releaseClaims(db: Database, worker: string): Promise<void> {
  await db
    .updateTable('live_claims')
    .set({ heartbeat_at: sql<Date>`'-infinity'` })
    .where('worker', '=', worker)
    .execute()
}

/** For a show that is final: nobody claims it again unless its scores are reset. */
export async function endClaim(db: Database, showId: number, worker: string): Promise<void> {
  await db.deleteFrom('live_claims').where('show_id', '=', showId).where('worker', '=', worker).execute()
}
