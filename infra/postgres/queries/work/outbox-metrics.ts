import type { JobName } from '@called-it/shared/contract/jobs'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { jobNames } from './outbox.ts'

/** What waits in the outbox of one job. */
export type OutboxMetrics = {
  job: JobName
  /** Ordered and not done. */
  open: number
  /** Given up. */
  dead: number
  /** How long ago the oldest of those was ordered that nobody works on yet; 0 where there is none. */
  oldestSeconds: number
}

/** How much waits, by job; a job without open or dead orders is left out. */
export async function listOutboxMetrics(db: Database): Promise<OutboxMetrics[]> {
  const { rows } = await sql<OutboxMetrics>`
    SELECT job, sum(open)::integer AS open, sum(dead)::integer AS dead, max(oldest) AS "oldestSeconds"
    FROM (
      SELECT outbox.job, count(*) AS open, 0 AS dead,
        coalesce(extract(epoch FROM clock_timestamp() -
          min(outbox.created_at) FILTER (WHERE runs.state IS DISTINCT FROM 'running')), 0)::float8 AS oldest
      FROM outbox LEFT JOIN runs ON runs.id = outbox.run_id
      WHERE outbox.done_at IS NULL AND outbox.dead_at IS NULL
      GROUP BY outbox.job
      UNION ALL
      SELECT job, 0, count(*), 0 FROM outbox WHERE dead_at IS NOT NULL GROUP BY job
    ) AS counted
    WHERE job = ANY(${jobNames()})
    GROUP BY job`.execute(db)
  return rows
}
