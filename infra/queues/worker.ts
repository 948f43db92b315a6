import { setTimeout as wait } from 'node:timers/promises'
import { type JobName, type JobPayload, jobs, type QueueName } from '@called-it/shared/contract/jobs'
import { RUN_KINDS, type RunKind } from '@called-it/shared/contract/runs'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { describeError } from '../context/describe-error.ts'
import { runInRequestContext } from '../context/request-context.ts'
import { inSpan } from '../context/tracing.ts'
import { bullmq } from './bullmq.ts'
import { QUEUE_NAMES, type QueueOptions } from './queues.ts'

export type JobContext = {
  outboxId: string
  /** How often the job was enqueued, from 1. */
  attempt: number
}

/** Thrown by a handler that finds its work locked by another job: that is no failure. */
export class JobBusyError extends Error {
  override readonly name = 'JobBusyError'
}

type ShortJobName = Exclude<JobName, RunKind>

export type JobHandlers = {
  [Name in ShortJobName]: (payload: JobPayload<Name>, context: JobContext) => Promise<void>
}

export type QueueWorkersOptions = QueueOptions & {
  name: string
  /** A connection of the role `worker`, which the caller closes after the workers. */
  redis: Redis
  executeRun: (kind: RunKind, runId: number, context: JobContext) => Promise<void>
  handlers: JobHandlers
  concurrency: Record<QueueName, number>
  /** A handler threw, or a payload was invalid. Awaited before BullMQ marks the job as failed. */
  onFailure: (error: unknown, job: string, context: JobContext) => Promise<void>
  /** A handler threw JobBusyError. */
  onBusy: (context: JobContext) => Promise<void>
  onStart?: (job: JobName) => void
  onEnd?: (end: JobEnd) => void
}

export type JobEnd = {
  readonly job: JobName
  readonly context: JobContext
  readonly outcome: 'done' | 'busy' | 'failed'
  readonly seconds: number
}

export type QueueWorkers = {
  /** Takes no further jobs, and resolves when the active ones have ended. */
  close(): Promise<void>
}

/**
 * Another worker takes a killed worker's job after 2 to 5 s; with BullMQ's defaults it takes 60. A worker that is busy for
 * so long may lose a job, too, which has no effect while it has locked the job or claimed its run.
 */
const LOCK_MS = 4_000
const STALLED_CHECK_MS = 1_000
/** How often a job may lose its worker; BullMQ's default is 1. */
const MAX_STALLS = 20
const FETCH_RETRY_MS = 1_000
const CLOSE_TIMEOUT_MS = 1_000

const queuedData = z.object({
  outboxId: z.string(),
  attempt: z.int().positive(),
  payload: z.unknown(),
  // Jobs of an older release have no request context.
  requestId: z.string().nullish(),
  traceparent: z.string().nullish(),
})

/** `jobs` typed so that a payload keeps its type by name. */
const payloads: { [Name in JobName]: { payload: z.ZodType<JobPayload<Name>> } } = jobs

export function startQueueWorkers(options: QueueWorkersOptions): QueueWorkers {
  const active = new Set<Promise<void>>()

  function track(work: Promise<void>): Promise<void> {
    active.add(work)
    return work.finally(() => active.delete(work))
  }

  const workers = QUEUE_NAMES.map((name) => {
    const worker = new bullmq.Worker(name, (job) => track(execute(job.name, job.data, options)), {
      connection: options.redis,
      prefix: options.namespace,
      name: options.name,
      concurrency: options.concurrency[name],
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLS,
      runRetryDelay: FETCH_RETRY_MS,
    })
    worker.on('error', options.onError)
    return worker
  })
  return {
    async close() {
      const closed = Promise.allSettled(workers.map((worker) => worker.close()))
      await Promise.allSettled(active)
      // BullMQ waits for Redis while it is away. The outbox has the results, so there is no need to.
      await Promise.race([closed, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

async function execute(name: string, data: unknown, options: QueueWorkersOptions): Promise<void> {
  // A job of a newer release stays open in the outbox until a worker of that release takes it.
  if (!isKnownJob(name)) return
  const { payload, requestId = null, traceparent = null, ...context } = queuedData.parse(data)
  await runInRequestContext({ requestId, traceparent }, () => executeKnown(name, payload, context, options))
}

async function executeKnown(
  job: JobName,
  payload: unknown,
  context: JobContext,
  options: QueueWorkersOptions,
): Promise<void> {
  const { onFailure, onBusy, onStart, onEnd } = options
  const startedAt = performance.now()
  onStart?.(job)
  let outcome: JobEnd['outcome'] = 'failed'
  try {
    await inSpan({ name: `job ${job}`, kind: 'consumer', attributes: { attempt: context.attempt } }, () =>
      callHandler(options, job, payload, context),
    )
    outcome = 'done'
  } catch (error) {
    if (error instanceof JobBusyError) {
      outcome = 'busy'
      return await onBusy(context)
    }
    await onFailure(error, job, context)
    throw withoutSecrets(error)
  } finally {
    onEnd?.({ job, context, outcome, seconds: (performance.now() - startedAt) / 1000 })
  }
}

/** BullMQ keeps the error in Redis, and the job board shows it. */
function withoutSecrets(error: unknown): Error {
  const { name, message, stack } = describeError(error)
  const kept = new Error(`${name}: ${message}`)
  kept.stack = stack ?? kept.message
  return kept
}

function isKnownJob(name: string): name is JobName {
  return Object.hasOwn(jobs, name)
}

function isRunKind(name: JobName): name is RunKind {
  return RUN_KINDS.some((kind) => kind === name)
}

function callHandler(
  { executeRun, handlers }: QueueWorkersOptions,
  name: JobName,
  payload: unknown,
  context: JobContext,
): Promise<void> {
  if (isRunKind(name)) return executeRun(name, payloads[name].payload.parse(payload).runId, context)
  return callShortJob(handlers, name, payload, context)
}

function callShortJob<Name extends ShortJobName>(
  handlers: JobHandlers,
  name: Name,
  payload: unknown,
  context: JobContext,
): Promise<void> {
  return handlers[name](payloads[name].payload.parse(payload), context)
}
