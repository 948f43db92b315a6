import { type JobName, type JobPayload, jobs } from '@called-it/shared/contract/jobs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../client.ts'
import { tryLockSweepOrder } from './locks.ts'

/** The channel that Postgres notifies when the outbox has something to hand over. */
export const OUTBOX_CHANNEL = 'outbox'

/**
 * How long a job that was handed to the queue may stay unclaimed before it is handed over once more. A
 * duplicate does nothing, so this only has to be longer than a busy worker usually lets a job wait.
 */
const LEASE_SECONDS = 30
const LONGEST_WAIT_SECONDS = 600
/** A run whose worker has been silent for so long counts as nobody's, and may be taken up by another. */
export const RUN_STALE_SECONDS = 8
const MOST_FAILURES = 20
const LONGEST_MAIL_HOURS = 24

/** Jobs whose usefulness ends with time and not with the number of tries. */
const mailJobs = jobNames().filter((name) => jobs[name].queue === 'mail')

/** A job that is to be handed to the queue, as `takeOpenJobs` gives it. */
export type OpenJob = {
  outboxId: string
  job: JobName
  payload: Record<string, unknown>
  /** The number of this hand-over, from 1. */
  attempt: number
}

/** The names of all jobs that this program knows. */
export function jobNames(): JobName[] {
  const isJobName = (name: string): name is JobName => name in jobs
  return Object.keys(jobs).filter(isJobName)
}

/**
 * Orders a job in the transaction of the change that it belongs to. It is carried out after the commit, at
 * least once, whatever fails in between. Answers with the id of its row.
 */
export async function orderJob<Name extends JobName>(
  trx: DatabaseTransaction,
  job: Name,
  payload: JobPayload<Name>,
  runId: number | null = null,
): Promise<string> {
  const { id } = await trx
    .insertInto('outbox')
    .values({ job, payload: JSON.stringify(payload), run_id: runId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await wakeRelay(trx)
  return id
}

/** Lets the relay look at the outbox at once after the commit, instead of at its next poll. */
export async function wakeRelay(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_notify(${OUTBOX_CHANNEL}, '')`.execute(trx)
}

/**
 * Locks open jobs whose time has come, oldest first, passing over those that another relay holds. A run is
 * not handed over while it is being worked on, nor while another run of its subject is.
 *
 * @param known jobs of other names are left to a newer program
 */
export async function takeOpenJobs(
  trx: DatabaseTransaction,
  known: readonly JobName[],
  limit: number,
): Promise<OpenJob[]> {
  return trx
    .selectFrom('outbox')
    .select([
      'id as outboxId',
      sql.ref<JobName>('job').as('job'),
      'payload',
      sql<number>`attempt + 1`.as('attempt'),
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

/** Notes that jobs were handed to the queue: unless they are claimed, they are open again after a while. */
export async function markEnqueued(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      attempt: sql`attempt + 1`,
      enqueued_at: sql<Date>`now()`,
      next_at: sql<Date>`now() + make_interval(secs => least(${LEASE_SECONDS} * (attempt + 1), ${LONGEST_WAIT_SECONDS}))`,
    })
    .where('id', 'in', ids)
    .execute()
}

/** Opens every job again that was handed to a queue which may have lost it. Jobs that wait after a failure go on waiting. */
export async function reopenEnqueued(db: Database): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_at: sql<Date>`now()`, enqueued_at: null })
    .where('enqueued_at', 'is not', null)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute()
}

/** Gives a job back that could not be begun: it is open at once, and nothing has failed. */
export async function giveBackJob(db: Database, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_at: sql<Date>`now()`, enqueued_at: null })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute()
}

/**
 * Locks a job's row to the end of the transaction and tells whether there is anything left to do: false
 * where it is done, given up or unknown.
 */
export async function lockOpenJob(trx: DatabaseTransaction, id: string): Promise<boolean> {
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

/** Marks a job done, in the transaction of its effect. */
export async function markJobDone(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.updateTable('outbox').set({ done_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export type FailedJob = { runId: number | null; isDead: boolean }

/**
 * Counts a failure outside the transaction that failed. The job is open again after a wait that doubles
 * from one second up to ten minutes; after 20 failures, or a day for a mail, it is given up. Null where the
 * job has been done meanwhile.
 *
 * @param attempt the hand-over that failed, so that its number is not used again
 */
export async function recordFailure(
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
      next_at: sql<Date>`now() + make_interval(secs => least(power(2, failures), ${LONGEST_WAIT_SECONDS}))`,
      dead_at: eb
        .case()
        .when('job', 'not in', mailJobs)
        .then(sql<Date | null>`CASE WHEN failures + 1 >= ${MOST_FAILURES} THEN now() END`)
        .when('created_at', '<', sql<Date>`now() - make_interval(hours => ${LONGEST_MAIL_HOURS})`)
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

export type DeadJob = {
  id: string
  job: string
  failures: number
  lastError: string | null
  createdAt: Date
  deadAt: Date | null
}

/** The jobs that were given up, newest first. */
export async function listDeadJobs(db: Database, limit = 100): Promise<DeadJob[]> {
  return db
    .selectFrom('outbox')
    .select([
      'id',
      'job',
      'failures',
      'last_error as lastError',
      'created_at as createdAt',
      'dead_at as deadAt',
    ])
    .where('dead_at', 'is not', null)
    .orderBy('dead_at', 'desc')
    .limit(limit)
    .execute()
}

/** Opens a job again that was given up; false where there is none. A run that failed is ordered anew instead. */
export async function retryDeadJob(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('outbox')
    .set({ dead_at: null, failures: 0, next_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .where('run_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row) await wakeRelay(trx)
  return row !== undefined
}

/** How often the sweep is ordered, by the database's clock. */
const SWEEP_SECONDS = 60

/**
 * Orders the sweep, unless it was ordered within the last minute or waits still. Any number of workers may
 * ask for it side by side.
 */
export async function orderSweepIfDue(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryLockSweepOrder(trx))) return
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
    if (!latest) await orderJob(trx, SWEEP, {})
  })
}

const SWEEP = 'sweep' satisfies JobName

/** Orders that are done are kept for so long, for those who look into what has happened. */
const DONE_DAYS = 7

/** Deletes orders that were done long ago. Answers with their number. */
export async function deleteOldJobs(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('done_at', '<', sql<Date>`now() - make_interval(days => ${DONE_DAYS})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Gives every run that has not ended an open order again: without one nobody would ever carry it out. Where
 * all went well there are none. Answers with the runs.
 */
export async function reopenStuckRuns(db: Database): Promise<number[]> {
  const { rows } = await sql<{ run_id: number }>`
    INSERT INTO outbox (job, payload, run_id)
    SELECT runs.kind, jsonb_build_object('runId', runs.id), runs.id
    FROM runs LEFT JOIN outbox ON outbox.run_id = runs.id
    WHERE runs.state IN ('queued', 'running')
      AND (outbox.id IS NULL OR outbox.done_at IS NOT NULL OR outbox.dead_at IS NOT NULL)
    ON CONFLICT (run_id) DO UPDATE
      SET done_at = NULL, dead_at = NULL, failures = 0, enqueued_at = NULL, next_at = now()
    RETURNING run_id`.execute(db)
  return rows.map(({ run_id }) => run_id)
}
