import type { ErrorCode } from '@called-it/shared/contract/errors'
import type { RunInput, RunKind, RunResult } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { notifyRelay, RUN_STALE_SECONDS } from './outbox.ts'
import { mergeOrders, orderSchemas } from './run-orders.ts'

/** Only the result of the highest `claim` is stored. */
export type ClaimedRun<K extends RunKind = RunKind> = {
  id: number
  kind: K
  subject: string
  order: RunInput<K>
  /** The result with the higher number wins where a show has two. */
  orderNumber: number
  orderedBy: number | null
  claim: number
}

/**
 * Claims a queued run, or one with a stale heartbeat. Null if the run has ended, or if it or another run with
 * its subject is running. Add the topic `runs` if it was claimed.
 */
export async function claimRun<K extends RunKind>(
  trx: DatabaseTransaction,
  kind: K,
  runId: number,
  worker: string,
): Promise<ClaimedRun<K> | null> {
  await holdRunsOfSameSubject(trx, runId)
  const row = await trx
    .updateTable('runs')
    .set({
      state: 'running',
      claim: sql`claim + 1`,
      worker,
      heartbeat_at: sql<Date>`clock_timestamp()`,
      started_at: sql<Date>`coalesce(started_at, clock_timestamp())`,
      done: 0,
      total: null,
      topic_version: null,
    })
    .where('id', '=', runId)
    .where('kind', '=', kind)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'queued'),
        eb.and([
          eb('state', '=', 'running'),
          eb(
            'heartbeat_at',
            '<=',
            sql<Date>`clock_timestamp() - make_interval(secs => ${RUN_STALE_SECONDS})`,
          ),
        ]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as other')
            .select('other.id')
            .whereRef('other.subject', '=', 'runs.subject')
            .whereRef('other.id', '!=', 'runs.id')
            .where('other.state', '=', 'running'),
        ),
      ),
    )
    .returning(['id', 'subject', 'order', 'order_number', 'ordered_by', 'claim'])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    kind,
    subject: row.subject,
    order: orderSchemas[kind].parse(row.order),
    orderNumber: row.order_number,
    orderedBy: row.ordered_by,
    claim: row.claim,
  }
}

/** Serializes two claims of one subject; the second would violate a unique index. */
async function holdRunsOfSameSubject(trx: DatabaseTransaction, runId: number): Promise<void> {
  await trx
    .selectFrom('runs')
    .select('id')
    .where('subject', '=', (eb) => eb.selectFrom('runs').select('subject').where('id', '=', runId))
    .where('state', 'in', ['queued', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

type Claim = Pick<ClaimedRun, 'id' | 'claim'>

export type RunProgress = { done: number; total: number | null }

/**
 * False if another worker has claimed the run.
 *
 * @param progress in a transaction that adds the topic `runs`
 */
export async function updateHeartbeat(
  db: Database,
  { id, claim }: Claim,
  progress?: RunProgress,
): Promise<boolean> {
  const row = await db
    .updateTable('runs')
    .set({
      heartbeat_at: sql<Date>`clock_timestamp()`,
      ...(progress && { ...progress, topic_version: null }),
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a run and returns whether this claim is still valid. `share` is for a partial commit, `update` for the
 * transaction that ends the run.
 */
export async function holdClaim(
  trx: DatabaseTransaction,
  { id, claim }: Claim,
  lock: 'share' | 'update',
): Promise<boolean> {
  const own = trx
    .selectFrom('runs')
    .select('id')
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'running')
  const row = await (lock === 'share' ? own.forShare() : own.forUpdate()).executeTakeFirst()
  return row !== undefined
}

/** @param total what the handler reported last; without it, what is recorded stays */
export async function finishRun<K extends RunKind>(
  trx: DatabaseTransaction,
  runId: number,
  result: RunResult<K>,
  total?: number | null,
): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      state: 'done',
      ...(total == null ? { done: sql<number>`coalesce(total, done)` } : { done: total, total }),
      result: JSON.stringify(result),
      ended_at: sql<Date>`now()`,
      topic_version: null,
    })
    .where('id', '=', runId)
    .execute()
  await notifyRelay(trx)
}

export type RunFailure = { message: string; code: ErrorCode }

export async function failRun(trx: DatabaseTransaction, runId: number, failure: RunFailure): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      state: 'failed',
      error: JSON.stringify(failure),
      ended_at: sql<Date>`now()`,
      topic_version: null,
    })
    .where('id', '=', runId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
  await notifyRelay(trx)
}

/**
 * Queues a run again after its worker failed. If the same run was requested again meanwhile, that one takes
 * over its order and the result is false.
 */
export async function requeueRun<K extends RunKind>(
  trx: DatabaseTransaction,
  run: ClaimedRun<K>,
): Promise<boolean> {
  const later = await joinLaterRun(trx, run)
  if (later) return false
  await trx
    .updateTable('runs')
    .set({ state: 'queued', worker: null, heartbeat_at: null, topic_version: null })
    .where('id', '=', run.id)
    .execute()
  await notifyRelay(trx)
  return true
}

async function joinLaterRun<K extends RunKind>(
  trx: DatabaseTransaction,
  run: ClaimedRun<K>,
): Promise<boolean> {
  const later = await trx
    .selectFrom('runs')
    .select(['id', 'order'])
    .where('kind', '=', run.kind)
    .where('subject', '=', run.subject)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!later) return false
  const order = mergeOrders(run.kind, run.order, orderSchemas[run.kind].parse(later.order))
  await trx
    .updateTable('runs')
    .set({ order: JSON.stringify({ ...later.order, ...order }), topic_version: null })
    .where('id', '=', later.id)
    .execute()
  return true
}

/** Longer than claiming the run takes; from then on its heartbeat keeps other workers off. */
const RESERVED_SECONDS = 60

export type ReservedJob = { outboxId: string; attempt: number }

/** Keeps a job from the relay for a minute, to be run by this process. Null if it is done or dead-lettered. */
export async function reserveJobOfRun(trx: DatabaseTransaction, runId: number): Promise<ReservedJob | null> {
  const held = await trx
    .updateTable('outbox')
    .set({ next_at: sql<Date>`now() + make_interval(secs => ${RESERVED_SECONDS})` })
    .where('run_id', '=', runId)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .returning(['id as outboxId', 'attempt'])
    .executeTakeFirst()
  return held ?? null
}

/** The running run of a subject, also if its worker has died. */
export async function findActiveRun(
  db: Database,
  subject: string,
): Promise<{ id: number; kind: RunKind } | null> {
  const run = await db
    .selectFrom('runs')
    .select(['id', 'kind'])
    .where('subject', '=', subject)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return run ?? null
}

/** Whether a run of a subject is queued or running. */
export async function hasOpenRun(db: Database, subject: string): Promise<boolean> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('subject', '=', subject)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return run !== undefined
}
