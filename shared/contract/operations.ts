import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, pathId, pathUuid, version } from './fields.ts'
import { runAccepted } from './runs.ts'

const count = z.int().nonnegative()
/** Milliseconds, as they were when the answer was made. */
const age = z.int().nonnegative()

/** A queue in Redis. */
const queueState = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  /** Tries that failed within the last day; the outbox tries again by itself. */
  failed: count,
  /** How long the job waits that is next; null where none does. */
  oldestWaitingMs: age.nullable(),
})
export type QueueState = z.output<typeof queueState>

/** A process that takes jobs. */
const workerState = z.object({
  name: z.string(),
  /** The queues that it takes jobs from. */
  queues: z.array(z.string()),
  /** For how long it has been connected to Redis. */
  connectedMs: age,
})
export type WorkerState = z.output<typeof workerState>

/** A job that failed too often and is not tried again by itself. */
const deadJob = z.object({
  id: z.uuid(),
  job: z.string(),
  /** The run that it was to carry out, which has failed with it; null where it belongs to none. */
  runId: id.nullable(),
  failures: count,
  lastError: z.string().nullable(),
  createdAt: instant,
  deadAt: instant,
})
export type DeadJob = z.output<typeof deadJob>

/** How the work behind the pages gets on. */
export const operationsState = z.object({
  /** Null, like `workers`, while Redis does not answer. */
  queues: z.array(queueState).nullable(),
  workers: z.array(workerState).nullable(),
  /** Why there are neither queues nor workers; null while Redis answers. */
  redisTrouble: z.string().nullable(),
  /** What is ordered and not done, what was given up, and how long the oldest order has been open. */
  outbox: z.object({ open: count, dead: count, oldestOpenMs: age.nullable() }),
  /** The latest of those that were given up. */
  deadJobs: z.array(deadJob),
})
export type OperationsState = z.output<typeof operationsState>

/**
 * The state with its version: milliseconds of the database's clock. An answer has the instant before it was read, an
 * event the instant after; so of two, the higher version is never the older state.
 */
export const operations = operationsState.extend({ version })
export type Operations = z.output<typeof operations>

export const operationsEndpoints = {
  getOperations: defineEndpoint({
    method: 'GET',
    path: '/api/admin/operations',
    access: 'admin',
    summary: 'How the queues, the workers and the outbox stand',
    response: operations,
  }),
  retryRun: defineEndpoint({
    method: 'POST',
    path: '/api/admin/runs/:runId/retry',
    access: 'admin',
    summary: 'Orders the work of a failed run again; joins the same work where it waits already',
    params: z.object({ runId: pathId }),
    response: runAccepted,
    accepted: runAccepted,
  }),
  retryDeadJob: defineEndpoint({
    method: 'POST',
    path: '/api/admin/dead-jobs/:deadJobId/retry',
    access: 'admin',
    summary: 'Has a job tried again that was given up',
    params: z.object({ deadJobId: pathUuid }),
    response: z.object({ id: z.uuid() }),
  }),
} as const
