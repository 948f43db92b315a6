import { changeAndPublish } from '@called-it/infra/events/change'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { subjectOf } from '@called-it/infra/postgres/queries/work/run-orders'
import { type InsertedRun, insertRun, type RunRecord } from '@called-it/infra/postgres/queries/work/runs'
import { english } from '@called-it/languages/texts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { topics } from '@called-it/shared/contract/events'
import {
  type RunInput,
  type RunKind,
  type RunResult,
  type RunState,
  runResults,
} from '@called-it/shared/contract/runs'
import { worded } from '@called-it/shared/languages/translate'
import type { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { ApiError, isErrorCode } from '../http/errors.ts'
import { Accepted } from '../http/handler.ts'
import { isRedisReady, type RequestParts } from '../parts.ts'
import { waitForRun } from './wait-for-run.ts'

const MAX_WAIT_MS = 20_000

const resultSchemas: { [K in RunKind]: z.ZodType<RunResult<K>> } = runResults

export type RequestRunParts = Pick<RequestParts, 'postgres' | 'redis' | 'publisher' | 'watcher' | 'draining'>

type RunResponse<K extends RunKind> = RunResult<K> | Accepted<{ runId: number; status: RunState }>

/** Makes the change that a run belongs to and returns the run's input; null when no run is needed. */
type Prepare<K extends RunKind> = (
  trx: DatabaseTransaction,
  changed: Set<string>,
) => Promise<RunInput<K> | null>

/** Makes a change that needs the run's id. */
type AfterEnqueue = (trx: DatabaseTransaction, changed: Set<string>, runId: number) => Promise<void>

/**
 * Enqueues a run, in one transaction with the change that it belongs to, and waits up to 20 s for its result.
 * Returns 202 when it takes longer, and at once while Redis is away or the gateway is shutting down.
 *
 * @param disconnected aborts when the client disconnects
 * @throws ApiError the error of a failed run
 */
export async function requestRun<K extends RunKind>(
  parts: RequestRunParts,
  actor: Actor,
  disconnected: AbortSignal,
  kind: K,
  input: RunInput<K>,
  afterEnqueue?: AfterEnqueue,
): Promise<RunResponse<K>>
export async function requestRun<K extends RunKind>(
  parts: RequestRunParts,
  actor: Actor,
  disconnected: AbortSignal,
  kind: K,
  prepare: Prepare<K>,
): Promise<RunResponse<K> | null>
export async function requestRun<K extends RunKind>(
  parts: RequestRunParts,
  actor: Actor,
  disconnected: AbortSignal,
  kind: K,
  input: RunInput<K> | Prepare<K>,
  afterEnqueue?: AfterEnqueue,
): Promise<RunResponse<K> | null> {
  const { postgres, publisher, watcher, draining } = parts
  const enqueued = await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const prepared = typeof input === 'function' ? await input(trx, changed) : input
    if (!prepared) return null
    const run = await enqueue(trx, changed, actor, kind, prepared)
    await afterEnqueue?.(trx, changed, run.runId)
    return run
  })
  if (!enqueued) return null
  const { runId, state } = enqueued
  if (!isRedisReady(parts)) return new Accepted({ runId, status: state })
  const until = AbortSignal.any([disconnected, draining, AbortSignal.timeout(MAX_WAIT_MS)])
  const run = await waitForRun({ db: postgres.db, watcher }, runId, until)
  return toResponse(kind, runId, run)
}

async function enqueue<K extends RunKind>(
  trx: DatabaseTransaction,
  changed: Set<string>,
  actor: Actor,
  kind: K,
  input: RunInput<K>,
): Promise<InsertedRun> {
  const enqueued = await insertRun(trx, { kind, order: input, orderedBy: actor.actorId })
  await insertAuditEntry(trx, {
    ...actor,
    action: `${kind}:ordered`,
    subject: subjectOf(kind, input),
    details: { ...input, runId: enqueued.runId },
  })
  changed.add(topics.runs)
  return enqueued
}

function toResponse<K extends RunKind>(kind: K, runId: number, run: RunRecord | null): RunResponse<K> {
  if (run?.state === 'done') return resultSchemas[kind].parse(run.result)
  if (run?.state === 'failed' && run.error) {
    const { code: stored, message } = run.error
    const code = isErrorCode(stored) ? stored : 'internal'
    // Runs write in English, most of them the text of their code.
    const isUsual = message === english(ERRORS[code].text)
    throw new ApiError(code, isUsual ? {} : { text: worded('error.of-run', { message }) })
  }
  return new Accepted({ runId, status: run?.state ?? 'queued' })
}
