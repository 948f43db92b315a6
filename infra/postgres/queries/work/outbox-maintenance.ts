import type { JobName } from '@called-it/shared/contract/jobs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { tryHoldLock } from './advisory-locks.ts'
import { insertJob, jobNames, notifyRelay } from './outbox.ts'

export async function listDeadJobs(db: Database, limit = 100) {
  return db
    .selectFrom('outbox')
    .select([
      'id',
      'job',
      'run_id as runId',
      'failures',
      'last_error as lastError',
      'created_at as createdAt',
      sql.ref<Date>('dead_at').as('deadAt'),
    ])
    .where('dead_at', 'is not', null)
    .orderBy('dead_at', 'desc')
    .limit(limit)
    .execute()
}

/** An open job with at least so many failures. */
export async function findFailingJob(db: Database, job: JobName, minFailures: number) {
  const failing = await db
    .selectFrom('outbox')
    .select(['failures', 'last_error as lastError'])
    .where('job', '=', job)
    .where('failures', '>=', minFailures)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return failing ?? null
}

/** Reopens a dead-lettered job; false if there is none. For a job of a run there is `retryRun`. */
export async function retryDeadJob(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('outbox')
    .set({ dead_at: null, failures: 0, next_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .where('run_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row) await notifyRelay(trx)
  return row !== undefined
}

/** Marks the dead-lettered job of a run as done once the run has been retried. */
export async function closeDeadJobOfRun(trx: DatabaseTransaction, runId: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ dead_at: null, done_at: sql<Date>`now()` })
    .where('run_id', '=', runId)
    .where('dead_at', 'is not', null)
    .execute()
}

type OutboxState = {
  open: number
  dead: number
  oldestOpenAt: Date | null
  /** The database's time before the counts were read. */
  readAt: Date
}

export async function getOutboxState(db: Database): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    SELECT open.*, dead.*, statement_timestamp() AS "readAt"
    FROM
      (SELECT count(*)::integer AS open, min(created_at) AS "oldestOpenAt"
       FROM outbox WHERE done_at IS NULL AND dead_at IS NULL) AS open,
      (SELECT count(*)::integer AS dead FROM outbox WHERE dead_at IS NOT NULL) AS dead`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the database returned no counts')
  return state
}

/** By the database's clock. */
const SWEEP_SECONDS = 60

/** Inserts the sweep, unless it was inserted within the last minute or is pending. */
export async function insertSweepIfDue(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryHoldLock(trx, 'sweep order'))) return
    const latest = await trx
      .selectFrom('outbox')
      .select('id')
      .where('job', '=', SWEEP)
      .where((eb) =>
        eb.or([
          eb('created_at', '>', sql<Date>`now() - make_interval(secs => ${SWEEP_SECONDS})`),
          eb.and([eb('done_at', 'is', null), eb('dead_at', 'is', null)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    if (!latest) await insertJob(trx, SWEEP, {})
  })
}

const SWEEP = 'sweep' satisfies JobName

/** Repairs runs without a job, which would never run. Returns them; always empty unless something went wrong. */
export async function reopenStuckRuns(db: Database): Promise<number[]> {
  const { rows } = await sql<{ run_id: number }>`
    INSERT INTO outbox (job, payload, run_id, request_id)
    SELECT runs.kind, jsonb_build_object('runId', runs.id), runs.id, runs.request_id
    FROM runs LEFT JOIN outbox ON outbox.run_id = runs.id
    WHERE runs.state IN ('queued', 'running')
      AND (outbox.id IS NULL OR outbox.done_at IS NOT NULL OR outbox.dead_at IS NOT NULL)
    ON CONFLICT (run_id) DO UPDATE
      SET done_at = NULL, dead_at = NULL, failures = 0, enqueued_at = NULL, next_at = now()
    RETURNING run_id`.execute(db)
  return rows.map(({ run_id }) => run_id)
}

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
