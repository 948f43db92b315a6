import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, pathId, pathUuid, version } from './fields.ts'
import { runAccepted } from './runs.ts'

const count = z.int().nonnegative()
/** Milliseconds at the time of the response. */
const age = z.int().nonnegative()

const workerState = z.object({
  name: z.string(),
  queues: z.array(z.string()),
  /** Time since it connected to Redis. */
  connectedMs: age,
})
export type WorkerState = z.output<typeof workerState>

/** A job that failed too often and is not retried automatically. */
const deadJob = z.object({
  id: z.uuid(),
  job: z.string(),
  /** The run that has failed with the job. */
  runId: id.nullable(),
  failures: count,
  lastError: z.string().nullable(),
  createdAt: instant,
  deadAt: instant,
})
export type DeadJob = z.output<typeof deadJob>

export const operationsState = z.object({
  /** Null: the job board shows them. Gateways of 0.10.0 list them, and pages of 0.10.0 need the field. */
  queues: z.array(z.unknown()).nullable(),
  /** Null while Redis is unavailable. */
  workers: z.array(workerState).nullable(),
  /** Null while Redis is available. */
  redisTrouble: z.string().nullable(),
  /** Null unless the chances could not be made twice in a row; gateways of 0.10.0 do not say it. */
  chanceTrouble: z.string().nullish(),
  outbox: z.object({ open: count, dead: count, oldestOpenMs: age.nullable() }),
  /** The latest only; `outbox.dead` counts all. */
  deadJobs: z.array(deadJob),
})
export type OperationsState = z.output<typeof operationsState>

/**
 * The version is in milliseconds by the database's clock: in a response from before the state was read, in an event from
 * after. So a higher version is never an older state.
 */
export const operations = operationsState.extend({ version })
export type Operations = z.output<typeof operations>

export const operationsEndpoints = {
  getOperations: defineEndpoint({
    method: 'GET',
    path: '/api/admin/operations',
    access: 'admin',
    summary: 'The state of workers and outbox',
    response: operations,
  }),
  retryRun: defineEndpoint({
    method: 'POST',
    path: '/api/admin/runs/:runId/retry',
    access: 'admin',
    summary: 'Enqueues a failed run again, or joins an equal run that is queued',
    params: z.object({ runId: pathId }),
    response: runAccepted,
    accepted: runAccepted,
  }),
  retryDeadJob: defineEndpoint({
    method: 'POST',
    path: '/api/admin/dead-jobs/:deadJobId/retry',
    access: 'admin',
    summary: 'Retries a dead job',
    params: z.object({ deadJobId: pathUuid }),
    response: z.object({ id: z.uuid() }),
  }),
} as const
