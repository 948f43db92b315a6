import { type RunKind, type RunOrder, type RunState, runOrders } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { z } from 'zod'
import { currentRequestContext } from '../../context/request-context.ts'
import type { Database, DatabaseTransaction } from '../client.ts'
import { orderJob } from './outbox.ts'
import { settleDeadJobOfRun } from './outbox-care.ts'

/** The subject of what concerns every show's scores, and of the catalogue. */
const ALL_SCORES = 'scores'
const CATALOGUE = 'catalogue'

const showSubject = (showId: number) => `show:${showId}`

const subjects: { [K in RunKind]: (order: RunOrder<K>) => string } = {
  'score-show': ({ showId }) => showSubject(showId),
  'test-score-show': ({ showId }) => showSubject(showId),
  'reset-scores': ({ showId }) => (showId === null ? ALL_SCORES : showSubject(showId)),
  'import-catalogue': () => CATALOGUE,
  'import-setlist': ({ showId }) => showSubject(showId),
  // These two change nothing: they neither wait for the scoring of their show nor hold it up.
  'look-up-setlist': ({ showId }) => `look-up:${showId}`,
  'preview-scores': ({ showId }) => `preview:${showId}`,
  'move-show': ({ showId }) => showSubject(showId),
}

/** What an order works on: runs of one subject never overlap. */
export function subjectOf<K extends RunKind>(kind: K, order: RunOrder<K>): string {
  return subjects[kind](order)
}

/** What a queued run does once another order has joined it: all that either was told to. */
export const joinedOrders: { [K in RunKind]: (queued: RunOrder<K>, added: RunOrder<K>) => RunOrder<K> } = {
  'score-show': (queued, added) => ({ ...added, fetchSetlist: queued.fetchSetlist || added.fetchSetlist }),
  'test-score-show': (queued, added) => ({
    ...added,
    fetchSetlist: queued.fetchSetlist || added.fetchSetlist,
  }),
  'reset-scores': (_queued, added) => added,
  'import-catalogue': (queued, added) => ({ notebookOnly: queued.notebookOnly && added.notebookOnly }),
  'import-setlist': (_queued, added) => added,
  'look-up-setlist': (_queued, added) => added,
  // The newest draft, and the newest tour, are the ones that are meant.
  'preview-scores': (_queued, added) => added,
  'move-show': (_queued, added) => added,
}

/** What an order of each kind looks like. */
export const orderSchemas: { [K in RunKind]: z.ZodType<RunOrder<K>> } = runOrders

export type OrderedRun = {
  runId: number
  state: RunState
  /** True where the order joined a run that was queued already. */
  joined: boolean
}

/**
 * Orders a run, in the transaction that the order belongs to: joins the queued run of the same kind and
 * subject, or queues a new one with its row in the outbox. While one is running, the new one waits behind
 * it. Add the topic `runs` to the transaction's topics.
 */
export async function orderRun<K extends RunKind>(
  trx: DatabaseTransaction,
  { kind, order, orderedBy }: { kind: K; order: RunOrder<K>; orderedBy: number | null },
): Promise<OrderedRun> {
  const subject = subjectOf(kind, order)
  for (;;) {
    const joined = await joinQueuedRun(trx, kind, subject, order)
    if (joined !== null) return { runId: joined, state: 'queued', joined: true }
    const inserted = await insertRun(trx, { kind, subject, order, orderedBy })
    if (inserted !== null) return { runId: inserted, state: 'queued', joined: false }
  }
}

async function joinQueuedRun<K extends RunKind>(
  trx: DatabaseTransaction,
  kind: K,
  subject: string,
  order: RunOrder<K>,
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
  const joined = joinedOrders[kind](orderSchemas[kind].parse(queued.order), order)
  await trx
    .updateTable('runs')
    .set({
      // What a newer program has added to the order is handed on as it is.
      order: JSON.stringify({ ...queued.order, ...joined }),
      order_number: sql<number>`nextval('order_numbers')`,
      topic_version: null,
    })
    .where('id', '=', queued.id)
    .execute()
  return queued.id
}

/** Null where another transaction has queued the same meanwhile. */
async function insertRun<K extends RunKind>(
  trx: DatabaseTransaction,
  run: { kind: K; subject: string; order: RunOrder<K>; orderedBy: number | null },
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
  await orderJob(trx, job, { runId: row.id }, row.id)
  return row.id
}

/** The run that was ordered in the place of one that has failed. */
export type RetriedRun = OrderedRun & { kind: RunKind; subject: string; order: Record<string, unknown> }

/**
 * Orders the work of a run that has failed again, as it was ordered then; joins the same work where that is queued
 * already. Add the topic `runs` to the transaction's topics.
 */
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
  await settleDeadJobOfRun(trx, runId)
  const { kind, subject } = run
  return { kind, subject, ...(await orderAgain(trx, kind, run.order, orderedBy)) }
}

async function orderAgain<K extends RunKind>(
  trx: DatabaseTransaction,
  kind: K,
  kept: Record<string, unknown>,
  orderedBy: number | null,
): Promise<OrderedRun & { order: RunOrder<K> }> {
  const order = { ...kept, ...orderSchemas[kind].parse(kept) }
  return { order, ...(await orderRun(trx, { kind, order, orderedBy })) }
}

/**
 * Marks the runs that this transaction has changed with the version that the topic `runs` gets by it. Called
 * where topic versions are counted up, at the end of the transaction.
 */
export async function stampRuns(trx: DatabaseTransaction, version: number): Promise<void> {
  await trx.updateTable('runs').set({ topic_version: version }).where('topic_version', 'is', null).execute()
}

/** A run as it stands, for those who follow it. */
export type RunRecord = {
  id: number
  kind: RunKind
  subject: string
  showId: number | null
  state: RunState
  done: number
  total: number | null
  result: Record<string, unknown> | null
  error: { message: string; code: string } | null
  /** The display name of the admin who ordered it; null where nobody did. */
  orderedBy: string | null
  createdAt: Date
  /** For how long it has been worked on; null while it waits. */
  workedMs: number | null
  endedAt: Date | null
}

/** One run; null where there is none. */
export async function findRun(db: Database, runId: number): Promise<RunRecord | null> {
  return (await selectRuns(db).where('runs.id', '=', runId).executeTakeFirst()) ?? null
}

/** The latest runs, newest first. */
export async function listRuns(db: Database, limit = 50): Promise<RunRecord[]> {
  return selectRuns(db).orderBy('runs.id', 'desc').limit(limit).execute()
}

/** The runs that changed after a version of the topic `runs`, oldest first. */
export async function listRunsSince(db: Database, topicVersion: number): Promise<RunRecord[]> {
  return selectRuns(db)
    .where('runs.topic_version', '>', topicVersion)
    .orderBy('runs.topic_version')
    .orderBy('runs.id')
    .execute()
}

function selectRuns(db: Database) {
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
      'runs.result',
      'runs.error',
      'users.display_name as orderedBy',
      'runs.created_at as createdAt',
      sql<number | null>`
        (extract(epoch FROM coalesce(runs.ended_at, clock_timestamp()) - runs.started_at) * 1000)::integer`.as(
        'workedMs',
      ),
      'runs.ended_at as endedAt',
    ])
}
