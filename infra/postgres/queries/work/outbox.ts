import { type JobName, type JobPayload, jobs } from '@called-it/shared/contract/jobs'
import { sql } from 'kysely'
import pg from 'pg'
import { currentRequestContext, type RequestContext } from '../../../context/request-context.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'

export const OUTBOX_CHANNEL = 'outbox'

/**
 * An enqueued job that no worker claims is enqueued again after this time. A duplicate does nothing, so it only
 * has to be longer than jobs usually wait for a busy worker.
 */
const LEASE_SECONDS = 30
const MAX_BACKOFF_SECONDS = 600
/** A run without a heartbeat for so long may be claimed by another worker. */
export const RUN_STALE_SECONDS = 8
const MAX_FAILURES = 20
/** Postgres' code of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03'
const MAX_MAIL_AGE_HOURS = 24

/** Mails are dead-lettered by age, not by number of failures. */
const mailJobs = jobNames().filter((name) => jobs[name].queue === 'mail')

/** A job to enqueue. The worker that takes it validates its payload. */
export type DueJob = RequestContext & {
  outboxId: string
  job: JobName
  payload: Record<string, unknown>
  /** How often the job was enqueued, from 1. */
  attempt: number
}

export function jobNames(): JobName[] {
  const isJobName = (name: string): name is JobName => name in jobs
  return Object.keys(jobs).filter(isJobName)
}

/**
 * Inserts a job in the transaction of the change that it belongs to. It runs at least once after the commit,
 * with the current trace context, at the earliest after `afterSeconds`. Returns the id of its row.
 */
export async function insertJob<Name extends JobName>(
  trx: DatabaseTransaction,
  job: Name,
  payload: JobPayload<Name>,
  { runId = null, afterSeconds = 0 }: { runId?: number | null; afterSeconds?: number } = {},
): Promise<string> {
  const { requestId, traceparent } = currentRequestContext()
  const { id } = await trx
    .insertInto('outbox')
    .values({
      job,
      payload: JSON.stringify(payload),
      run_id: runId,
      request_id: requestId,
      traceparent,
      next_at: sql<Date>`now() + make_interval(secs => ${afterSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notifyRelay(trx)
  return id
}

/** Inserts a job for each payload, as `insertJob` does. */
export async function insertJobs<Name extends JobName>(
  trx: DatabaseTransaction,
  job: Name,
  payloads: readonly JobPayload<Name>[],
): Promise<void> {
  if (payloads.length === 0) return
  const { requestId: request_id, traceparent } = currentRequestContext()
  await trx
    .insertInto('outbox')
    .values(payloads.map((payload) => ({ job, payload: JSON.stringify(payload), request_id, traceparent })))
    .execute()
  await notifyRelay(trx)
}

/** Wakes the relay after the commit, before its next poll. */
export async function notifyRelay(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_notify(${OUTBOX_CHANNEL}, '')`.execute(trx)
}

/**
 * Locks jobs that are due, oldest first, and skips those that another relay has locked. A run's job is skipped
 * while the run, or another run with its subject, is running.
 *
 * @param known other jobs are left to a newer release
 */
export async function listDueJobsForUpdate(
  trx: DatabaseTransaction,
  known: readonly JobName[],
  limit: number,
): Promise<DueJob[]> {
  return trx
    .selectFrom('outbox')
    .select([
      'id as outboxId',
      sql.ref<JobName>('job').as('job'),
      'payload',
      sql<number>`attempt + 1`.as('attempt'),
      'request_id as requestId',
      'traceparent',
    ])
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('next_at', '<=', sql<Date>`now()`)
    .where('job', 'in', known)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as ordered')
            .innerJoin('runs as active', 'active.subject', 'ordered.subject')
            .select('active.id')
            .whereRef('ordered.id', '=', 'outbox.run_id')
            .where('active.state', '=', 'running')
            .where(({ or, eb }) =>
              or([
                eb('active.id', '!=', eb.ref('ordered.id')),
                eb(
                  'active.heartbeat_at',
                  '>',
                  sql<Date>`now() - make_interval(secs => ${RUN_STALE_SECONDS})`,
                ),
              ]),
            ),
        ),
      ),
    )
    .orderBy('next_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Marks jobs as enqueued. They are due again later, unless a worker claims them. */
export async function markEnqueued(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      attempt: sql`attempt + 1`,
      enqueued_at: sql<Date>`now()`,
      next_at: sql<Date>`now() + make_interval(secs => least(${LEASE_SECONDS} * (attempt + 1), ${MAX_BACKOFF_SECONDS}))`,
    })
    .where('id', 'in', ids)
    .execute()
}

/** Makes all enqueued jobs due again, except those that wait after a failure, and those that a worker has locked. */
export async function reopenEnqueued(db: Database): Promise<void> {
  await sql`
    UPDATE outbox SET next_at = now(), enqueued_at = NULL
    WHERE id IN (
      SELECT id FROM outbox
      WHERE enqueued_at IS NOT NULL AND done_at IS NULL AND dead_at IS NULL
      FOR UPDATE SKIP LOCKED
    )`.execute(db)
}

/** Makes a job due again that could not be started, without counting a failure. */
export async function releaseJob(db: Database, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_at: sql<Date>`now()`, enqueued_at: null })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute()
}

/**
 * Makes a job due again in one to two seconds, without counting a failure. It waits for the relay that has just enqueued
 * it, but not for another job that has locked it: that one does its work.
 */
export async function postponeJob(db: Database, id: string): Promise<void> {
  const postponed = db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '1s'`.execute(trx)
    await sql`
      UPDATE outbox SET next_at = now() + make_interval(secs => 1 + random()), enqueued_at = NULL
      WHERE id = ${id} AND done_at IS NULL`.execute(trx)
  })
  await postponed.catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
  })
}

/** Locks a job; false if it is done, dead-lettered or unknown. */
export async function holdOpenJobForUpdate(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** For a transaction that waits for something other than Postgres, such as a mail server. */
export async function updateIdleTimeout(trx: DatabaseTransaction, seconds: number): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${`${seconds}s`}, true)`.execute(trx)
}

/** Call it in the transaction of the job's effect. */
export async function markJobDone(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.updateTable('outbox').set({ done_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export type FailedJob = { runId: number | null; isDead: boolean }

/**
 * Counts a failure, outside the failed transaction. The job is due again after a delay that doubles from one
 * second to ten minutes; it is dead-lettered after 20 failures, or mails after a day. Null if the job is done.
 *
 * @param attempt the failed attempt, so that its number is not used again
 */
export async function updateFailedJob(
  trx: DatabaseTransaction,
  failure: { id: string; attempt: number; error: string },
): Promise<FailedJob | null> {
  const row = await trx
    .updateTable('outbox')
    .set((eb) => ({
      failures: sql`failures + 1`,
      attempt: sql`greatest(attempt, ${failure.attempt}::integer)`,
      last_error: failure.error,
      enqueued_at: null,
      next_at: sql<Date>`now() + make_interval(secs => least(power(2, failures), ${MAX_BACKOFF_SECONDS}))`,
      dead_at: eb
        .case()
        .when('job', 'not in', mailJobs)
        .then(sql<Date | null>`CASE WHEN failures + 1 >= ${MAX_FAILURES} THEN now() END`)
        .when('created_at', '<', sql<Date>`now() - make_interval(hours => ${MAX_MAIL_AGE_HOURS})`)
        .then(sql<Date>`now()`)
        .end(),
    }))
    .where('id', '=', failure.id)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .returning(['run_id', 'dead_at'])
    .executeTakeFirst()
  return row ? { runId: row.run_id, isDead: row.dead_at !== null } : null
}
