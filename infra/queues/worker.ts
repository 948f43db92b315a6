import { setTimeout as wait } from 'node:timers/promises'
import { type JobName, type JobPayload, jobs, type QueueName } from '@called-it/shared/contract/jobs'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { describeError } from '../context/describe-error.ts'
import { runInRequestContext } from '../context/request-context.ts'
import { inSpan } from '../context/tracing.ts'
import { QUEUE_NAMES, type QueueOptions } from './queues.ts'

/** Which order a job carries out. */
export type JobContext = {
  /** The row of the outbox. */
  outboxId: string
  /** The number of the hand-over, from 1. */
  attempt: number
}

/** One handler for every job that there is: a missing one does not compile. */
export type JobHandlers = {
  [Name in JobName]: (payload: JobPayload<Name>, context: JobContext) => Promise<void>
}

export type QueueWorkersOptions = QueueOptions & {
  /** Names this process to the dashboard. */
  name: string
  /** A connection of the role `worker`, which the caller closes after the workers. */
  redis: Redis
  handlers: JobHandlers
  /** How many jobs of each queue this process works on at a time. */
  concurrency: Record<QueueName, number>
  /** A handler threw, or a payload was not what the contract says. Settled before the job counts as failed. */
  onFailure: (error: unknown, job: string, context: JobContext) => Promise<void>
  /** A job has ended, and its failure was settled: for the log and the figures only. */
  onEnd?: (end: JobEnd) => void
}

/** How a job that this process carried out has ended. */
export type JobEnd = {
  readonly job: JobName
  readonly context: JobContext
  readonly outcome: 'done' | 'failed'
  readonly seconds: number
}

export type QueueWorkers = {
  /** Takes no further jobs, and resolves when those at work have ended. */
  close(): Promise<void>
}

/** A killed worker's job is taken up by another after 10 to 13 s; with BullMQ's own settings it takes 60. */
const LOCK_MS = 10_000
const STALLED_CHECK_MS = 3_000
/** How often a job may lose its worker in this way; with BullMQ's own setting the second time is the last. */
const MOST_STALLS = 20
/** How soon fetching is tried again after Redis has failed it. */
const FETCH_RETRY_MS = 1_000
/** How long Redis may take to hear of the last jobs that have ended. */
const FAREWELL_MS = 1_000

const queuedData = z.object({
  outboxId: z.string(),
  attempt: z.int().positive(),
  payload: z.unknown(),
  // An older program's jobs have no trail.
  requestId: z.string().nullish(),
  traceparent: z.string().nullish(),
})

/** The catalogue with its payloads' types kept apart by name. */
const payloads: { [Name in JobName]: { payload: z.ZodType<JobPayload<Name>> } } = jobs

/** Begins to take jobs from every queue. */
export function startQueueWorkers(options: QueueWorkersOptions): QueueWorkers {
  const atWork = new Set<Promise<void>>()

  function follow(work: Promise<void>): Promise<void> {
    atWork.add(work)
    return work.finally(() => atWork.delete(work))
  }

  const workers = QUEUE_NAMES.map((name) => {
    const worker = new Worker(name, (job) => follow(carryOut(job.name, job.data, options)), {
      connection: options.redis,
      prefix: options.namespace,
      name: options.name,
      concurrency: options.concurrency[name],
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MOST_STALLS,
      runRetryDelay: FETCH_RETRY_MS,
    })
    worker.on('error', options.onError)
    return worker
  })
  return {
    async close() {
      const closed = Promise.allSettled(workers.map((worker) => worker.close()))
      await Promise.allSettled(atWork)
      // While Redis is away BullMQ waits for it: the ends of jobs stand in the outbox, so we need not.
      await Promise.race([closed, wait(FAREWELL_MS, undefined, { ref: false })])
    },
  }
}

async function carryOut(name: string, data: unknown, options: QueueWorkersOptions): Promise<void> {
  // A newer program's job: it stays open in the outbox, until a worker takes it that knows it.
  if (!isKnownJob(name)) return
  const { payload, requestId = null, traceparent = null, ...context } = queuedData.parse(data)
  await runInRequestContext({ requestId, traceparent }, () => carryOutKnown(name, payload, context, options))
}

async function carryOutKnown(
  job: JobName,
  payload: unknown,
  context: JobContext,
  { handlers, onFailure, onEnd }: QueueWorkersOptions,
): Promise<void> {
  const begunAt = performance.now()
  let outcome: JobEnd['outcome'] = 'failed'
  try {
    await inSpan({ name: `job ${job}`, kind: 'consumer', attributes: { attempt: context.attempt } }, () =>
      callHandler(handlers, job, payload, context),
    )
    outcome = 'done'
  } catch (error) {
    await onFailure(error, job, context)
    throw withoutSecrets(error)
  } finally {
    onEnd?.({ job, context, outcome, seconds: (performance.now() - begunAt) / 1000 })
  }
}

/** What BullMQ keeps of a failure in Redis, and the dashboard shows. */
function withoutSecrets(error: unknown): Error {
  const { name, message, stack } = describeError(error)
  const kept = new Error(`${name}: ${message}`)
  kept.stack = stack ?? kept.message
  return kept
}

function isKnownJob(name: string): name is JobName {
  return Object.hasOwn(jobs, name)
}

function callHandler<Name extends JobName>(
  handlers: JobHandlers,
  name: Name,
  payload: unknown,
  context: JobContext,
): Promise<void> {
  return handlers[name](payloads[name].payload.parse(payload), context)
}
