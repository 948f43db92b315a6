import type { JobName } from '@called-it/shared/contract/jobs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { tryLockSweep } from './locks.ts'
import { insertJob, notifyRelay } from './outbox.ts'

export type DeadJob = {
  id: string
  job: string
  /** The run that it was to carry out; null where it belongs to none. */
  runId: number | null
  failures: number
  lastError: string | null
  createdAt: Date
  deadAt: Date
}

/** The jobs that were given up, newest first. */
export async function listDeadJobs(db: Database, limit = 100): Promise<DeadJob[]> {
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
  if (row) await notifyRelay(trx)
  return row !== undefined
}

/** Notes that the work of a run's job that was given up has been ordered anew, so that nobody needs to look at it. */
export async function closeDeadJobOfRun(trx: DatabaseTransaction, runId: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ dead_at: null, done_at: sql<Date>`now()` })
    .where('run_id', '=', runId)
    .where('dead_at', 'is not', null)
    .execute()
}

/** How much is ordered and not done, and how much was given up. */
export type OutboxState = {
  open: number
  dead: number
  /** Since when the oldest order has been open; null where none is. */
  oldestOpenAt: Date | null
  /** An instant of the database's clock before all this was read. */
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
  if (!state) throw new Error('the outbox could not be counted')
  return state
}

/** How often the sweep is ordered, by the database's clock. */
const SWEEP_SECONDS = 60

/**
 * Orders the sweep, unless it was ordered within the last minute or waits still. Any number of workers may
 * ask for it side by side.
 */
export async function insertSweepIfDue(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryLockSweep(trx))) return
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
