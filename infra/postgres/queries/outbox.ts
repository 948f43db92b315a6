import { type JobName, type JobPayload, jobs } from '@called-it/shared/contract/jobs'
import { sql } from 'kysely'
import { currentRequestContext, type RequestContext } from '../../context/request-context.ts'
import type { Database, DatabaseTransaction } from '../client.ts'

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
export type OpenJob = RequestContext & {
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
 * least once, whatever fails in between, on the trail of who orders it. Answers with the id of its row.
 */
export async function orderJob<Name extends JobName>(
  trx: DatabaseTransaction,
  job: Name,
  payload: JobPayload<Name>,
  runId: number | null = null,
): Promise<string> {
  const { requestId, traceparent } = currentRequestContext()
  const { id } = await trx
    .insertInto('outbox')
    .values({ job, payload: JSON.stringify(payload), run_id: runId, request_id: requestId, traceparent })
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

/** Lets a transaction wait for something else than Postgres, such as a mail server, for longer than others may. */
export async function allowPause(trx: DatabaseTransaction, seconds: number): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${`${seconds}s`}, true)`.execute(trx)
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
