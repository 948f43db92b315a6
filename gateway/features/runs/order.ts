import { changeAndPublish } from '@called-it/infra/live/change'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  type InsertedRun,
  insertRun,
  type RunRecord,
  subjectOf,
} from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/live'
import {
  type RunInput,
  type RunKind,
  type RunResult,
  type RunState,
  runResults,
} from '@called-it/shared/contract/runs'
import type { z } from 'zod'
import { ApiError, isErrorCode } from '../../http/errors.ts'
import { Accepted } from '../../http/handler.ts'
import { isRedisReady, type RequestParts } from '../../parts.ts'
import type { Actor } from '../accounts/audit.ts'
import { waitForRun } from './wait-for-run.ts'

/** How long a call waits for what it ordered. */
const LONGEST_WAIT_MS = 20_000

const resultSchemas: { [K in RunKind]: z.ZodType<RunResult<K>> } = runResults

export type OrderParts = Pick<RequestParts, 'postgres' | 'redis' | 'publisher' | 'watcher' | 'draining'>

type OrderAnswer<K extends RunKind> = RunResult<K> | Accepted<{ runId: number; status: RunState }>

/**
 * Orders a run and waits up to 20 s for its end. Answers with its result; or, where it takes longer, and at
 * once while it cannot be begun or the gateway is ending, that it is accepted and will be done.
 *
 * @param caller aborts when nobody waits any longer
 * @throws ApiError the error that the run came to
 */
export async function orderAndWait<K extends RunKind>(
  parts: OrderParts,
  actor: Actor,
  caller: AbortSignal,
  kind: K,
  order: RunInput<K>,
): Promise<OrderAnswer<K>> {
  const ordered = await changeAndPublish(parts.postgres.db, parts.publisher, (trx, changed) =>
    orderInside(trx, changed, actor, kind, order),
  )
  return waitForEnd(parts, caller, kind, ordered)
}

/** Orders a run in the transaction of the change that it belongs to. */
export async function orderInside<K extends RunKind>(
  trx: DatabaseTransaction,
  changed: Set<string>,
  actor: Actor,
  kind: K,
  order: RunInput<K>,
): Promise<InsertedRun> {
  const ordered = await insertRun(trx, { kind, order, orderedBy: actor.actorId })
  await noteOrder(trx, changed, actor, {
    kind,
    subject: subjectOf(kind, order),
    details: { ...order, runId: ordered.runId },
  })
  return ordered
}

/** Enters an order into the audit log, and has those who follow the runs told of it. */
export async function noteOrder(
  trx: DatabaseTransaction,
  changed: Set<string>,
  actor: Actor,
  { kind, ...entry }: { kind: RunKind; subject: string; details: Record<string, unknown> },
): Promise<void> {
  await insertAuditEntry(trx, { ...actor, action: `${kind}:ordered`, ...entry })
  changed.add(topics.runs)
}

/** Waits up to 20 s for the end of what was ordered; answers as `orderAndWait` does. */
export async function waitForEnd<K extends RunKind>(
  parts: OrderParts,
  caller: AbortSignal,
  kind: K,
  { runId, state }: InsertedRun,
): Promise<OrderAnswer<K>> {
  if (!isRedisReady(parts)) return new Accepted({ runId, status: state })
  const until = AbortSignal.any([caller, parts.draining, AbortSignal.timeout(LONGEST_WAIT_MS)])
  const run = await waitForRun({ db: parts.postgres.db, watcher: parts.watcher }, runId, until)
  return toAnswer(kind, runId, run)
}

function toAnswer<K extends RunKind>(kind: K, runId: number, run: RunRecord | null): OrderAnswer<K> {
  if (run?.state === 'done') return resultSchemas[kind].parse(run.result)
  if (run?.state === 'failed' && run.error) {
    const { code, message } = run.error
    throw isErrorCode(code) ? new ApiError(code, { message }) : new ApiError('internal', { message })
  }
  return new Accepted({ runId, status: run?.state ?? 'queued' })
}
