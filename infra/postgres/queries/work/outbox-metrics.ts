import type { JobName } from '@called-it/shared/contract/jobs'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { jobNames } from './outbox.ts'

export type OutboxMetrics = {
  job: JobName
  open: number
  dead: number
  /** Age of the oldest pending job that no worker runs; 0 without one. */
  oldestSeconds: number
}

/** Counts by job. Jobs without pending or dead-lettered rows are omitted. */
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
