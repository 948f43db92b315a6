import {
  BUILD_KINDS,
  type BuildKind,
  type RunInput,
  type RunKind,
  type RunState,
  UNLISTED_KINDS,
} from '@called-it/shared/contract/runs'
import { type InferResult, sql } from 'kysely'
import { currentRequestContext } from '../../../context/request-context.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertJob } from './outbox.ts'
import { closeDeadJobOfRun } from './outbox-maintenance.ts'
import { mergeOrders, orderSchemas, subjectOf } from './run-orders.ts'

export type InsertedRun = {
  runId: number
  state: RunState
  joined: boolean
}

/**
 * Requests a run in the caller's transaction: joins the queued run of the same kind and subject, or inserts a
 * run with its job. It starts after a running one of its subject has ended. Add the topic `runs`.
 */
export async function insertRun<K extends RunKind>(
  trx: DatabaseTransaction,
  { kind, order, orderedBy }: { kind: K; order: RunInput<K>; orderedBy: number | null },
): Promise<InsertedRun> {
  const subject = subjectOf(kind, order)
  for (;;) {
    const joined = await joinQueuedRun(trx, kind, subject, order)
    if (joined !== null) return { runId: joined, state: 'queued', joined: true }
    const inserted = await insertNewRun(trx, { kind, subject, order, orderedBy })
    if (inserted !== null) return { runId: inserted, state: 'queued', joined: false }
  }
}

async function joinQueuedRun<K extends RunKind>(
  trx: DatabaseTransaction,
  kind: K,
  subject: string,
  order: RunInput<K>,
): Promise<number | null> {
  const queued = await trx
    .selectFrom('runs')
    .select(['id', 'order'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!queued) return null
  const joined = mergeOrders(kind, orderSchemas[kind].parse(queued.order), order)
  await trx
    .updateTable('runs')
    .set({
      // Keeps fields that only a newer release knows.
      order: JSON.stringify({ ...queued.order, ...joined }),
      order_number: sql<number>`nextval('order_numbers')`,
      topic_version: null,
    })
    .where('id', '=', queued.id)
    .execute()
  return queued.id
}

/** Null if another transaction has queued the same meanwhile. */
async function insertNewRun<K extends RunKind>(
  trx: DatabaseTransaction,
  run: { kind: K; subject: string; order: RunInput<K>; orderedBy: number | null },
): Promise<number | null> {
  const row = await trx
    .insertInto('runs')
    .values({
      kind: run.kind,
      subject: run.subject,
      order: JSON.stringify(run.order),
      ordered_by: run.orderedBy,
      request_id: currentRequestContext().requestId,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).where('state', '=', sql.lit('queued')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const job: RunKind = run.kind
  await insertJob(trx, job, { runId: row.id }, { runId: row.id })
  return row.id
}

export type RetriedRun = InsertedRun & { kind: RunKind; subject: string; order: Record<string, unknown> }

/** Requests a failed run again with the same order, or joins the queued one. Add the topic `runs`. */
export async function retryRun(
  trx: DatabaseTransaction,
  runId: number,
  orderedBy: number | null,
): Promise<RetriedRun | 'unknown' | 'not-failed'> {
  const run = await trx
    .selectFrom('runs')
    .select(['kind', 'subject', 'order', 'state'])
    .where('id', '=', runId)
    .executeTakeFirst()
  if (!run) return 'unknown'
  if (run.state !== 'failed') return 'not-failed'
  await closeDeadJobOfRun(trx, runId)
  const { kind, subject } = run
  return { kind, subject, ...(await orderAgain(trx, kind, run.order, orderedBy)) }
}

async function orderAgain<K extends RunKind>(
  trx: DatabaseTransaction,
  kind: K,
  kept: Record<string, unknown>,
  orderedBy: number | null,
): Promise<InsertedRun & { order: RunInput<K> }> {
  const order = { ...kept, ...orderSchemas[kind].parse(kept) }
  return { order, ...(await insertRun(trx, { kind, order, orderedBy })) }
}

/** Stores the new version of the topic `runs` in the runs that this transaction has changed. */
export async function updateRunVersions(trx: DatabaseTransaction, version: number): Promise<void> {
  await trx.updateTable('runs').set({ topic_version: version }).where('topic_version', 'is', null).execute()
}

export type RunRecord = InferResult<ReturnType<typeof selectRuns>>[number]

export async function findRun(db: Database, runId: number): Promise<RunRecord | null> {
  return (await selectRuns(db).where('runs.id', '=', runId).executeTakeFirst()) ?? null
}

export function selectRuns(db: Database) {
  return db
    .selectFrom('runs')
    .leftJoin('users', 'users.id', 'runs.ordered_by')
    .select([
      'runs.id',
      'runs.kind',
      'runs.subject',
      sql<number | null>`(runs."order" ->> 'showId')::integer`.as('showId'),
      'runs.state',
      'runs.done',
      'runs.total',
      // An import keeps its faults in its result; every list of runs would have them.
      sql<Record<string, unknown> | null>`
        CASE WHEN runs.kind = 'import-catalogue' THEN runs.result - 'faults' ELSE runs.result END`.as(
        'result',
      ),
      'runs.error',
      'users.display_name as orderedBy',
      'runs.created_at as createdAt',
      sql<number | null>`CASE WHEN runs.started_at IS NOT NULL THEN greatest(0, extract(epoch FROM
        coalesce(runs.ended_at, clock_timestamp()) - runs.started_at) * 1000)::integer END`.as('workedMs'),
      'runs.ended_at as endedAt',
    ])
}

export async function listRuns(db: Database, limit = 50): Promise<RunRecord[]> {
  return selectRuns(db)
    .where('runs.kind', 'not in', UNLISTED_KINDS)
    .orderBy('runs.id', 'desc')
    .limit(limit)
    .execute()
}

export async function listRunsSince(db: Database, topicVersion: number): Promise<RunRecord[]> {
  return selectRuns(db)
    .where('runs.topic_version', '>', topicVersion)
    .where('runs.kind', 'not in', UNLISTED_KINDS)
    .orderBy('runs.topic_version')
    .orderBy('runs.id')
    .execute()
}

const IMPORT_KINDS = ['import-catalogue', 'update-notebook', 'import-setlist'] as const satisfies RunKind[]

/** Between two runs of an import of many setlists. */
const IMPORT_PAUSE_SECONDS = 15

/** Whether an import runs, or one has just ended that another run may continue. */
export async function isImporting(db: Database): Promise<boolean> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', 'in', IMPORT_KINDS)
    .where(({ or, eb }) =>
      or([
        eb('state', 'in', ['queued', 'running']),
        eb('ended_at', '>', sql<Date>`now() - make_interval(secs => ${IMPORT_PAUSE_SECONDS})`),
      ]),
    )
    .executeTakeFirst()
  return run !== undefined
}

const REST_SECONDS = 60

export type BuildState = {
  /** The run of this subject that is queued or running. */
  runId: number | null
  /** Builds of all subjects that are queued or running, without those that failed and wait to be retried. */
  open: number
  /** A run of this subject failed within the last minute. */
  hasFailed: boolean
}

/** Looks at open runs and jobs that ended lately, by their indexes: runs are never deleted. */
export async function getBuild(db: Database, kind: BuildKind, subject: string): Promise<BuildState> {
  const { rows } = await sql<BuildState>`
    WITH rest AS (SELECT now() - make_interval(secs => ${REST_SECONDS}) AS began),
    open_builds AS (
      SELECT id, subject FROM runs WHERE state = 'queued' AND kind = ANY(${[...BUILD_KINDS]}::text[])
      UNION ALL
      SELECT id, subject FROM runs WHERE state = 'running' AND kind = ANY(${[...BUILD_KINDS]}::text[])
    )
    SELECT (SELECT min(id) FROM open_builds WHERE subject = ${subject}) AS "runId",
      (SELECT count(*) FROM open_builds JOIN outbox ON outbox.run_id = open_builds.id WHERE outbox.failures = 0)::integer AS open,
      EXISTS (
        SELECT FROM outbox JOIN runs ON runs.id = outbox.run_id
        WHERE (outbox.done_at > (SELECT began FROM rest) OR outbox.dead_at > (SELECT began FROM rest))
          AND runs.state = 'failed' AND runs.kind = ${kind} AND runs.subject = ${subject}
      ) AS "hasFailed"`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the database returned no state')
  return state
}
