import { type JobName, jobs, type QueueName } from '@called-it/shared/contract/jobs'
import { type JobsOptions, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Trail } from '../observability/trail.ts'

export const QUEUE_NAMES = [...new Set(Object.values(jobs).map(({ queue }) => queue))]

/** A job on its way from the outbox to a worker. Its payload is checked by the worker that takes it. */
export type QueuedJob = Trail & {
  job: JobName
  /** The row of the outbox that ordered it. */
  outboxId: string
  /** The number of this hand-over, from 1. */
  attempt: number
  payload: Record<string, unknown>
}

export type QueueOptions = {
  /** Every key of the queues in Redis begins with this. */
  namespace: string
  /** A connection broke: for the log only. */
  onError: (error: Error) => void
}

/** Where the relay puts jobs. Nothing else adds any. */
export type Queues = {
  /** Adds jobs, or throws at once while Redis is away. A job that was added under the same attempt is not added twice. */
  add(queued: readonly QueuedJob[]): Promise<void>
  close(): Promise<void>
}

/** The outbox alone tries again, and what has ended is only kept for the dashboard. */
const jobOptions = {
  attempts: 1,
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 86_400, count: 1_000 },
} as const satisfies JobsOptions

/** @param redis a connection of the role `producer`, which the caller closes */
export function openQueues(redis: Redis, options: QueueOptions): Queues {
  const { readyQueue, close } = openReadyQueues(redis, options)
  return {
    async add(queued) {
      const byQueue = Map.groupBy(queued, ({ job }) => jobs[job].queue)
      for (const [name, group] of byQueue) {
        const queue = await readyQueue(name)
        await queue.addBulk(
          group.map(({ job, outboxId, attempt, payload, requestId, traceparent }) => ({
            name: job,
            data: { outboxId, attempt, payload, requestId, traceparent },
            opts: { ...jobOptions, jobId: `obx_${outboxId}_${attempt}` },
          })),
        )
      }
    },
    close,
  }
}

/** How full a queue is. */
export type QueueDepth = {
  queue: QueueName
  waiting: number
  active: number
  /** How long the job that is next has waited, in seconds; 0 where none waits. */
  oldestSeconds: number
}

/**
 * Answers with how to look into the queues without changing them, which throws while Redis is away.
 *
 * @param redis a connection of the role `producer`, which the caller closes
 */
export function openQueueDepths(redis: Redis, options: QueueOptions): () => Promise<QueueDepth[]> {
  const { readyQueue } = openReadyQueues(redis, options)
  return () => Promise.all(QUEUE_NAMES.map(async (name) => readDepth(name, await readyQueue(name))))
}

async function readDepth(name: QueueName, queue: Queue): Promise<QueueDepth> {
  const [counts, next] = await Promise.all([
    queue.getJobCounts('waiting', 'active'),
    queue.getJobs(['waiting'], 0, 0, true),
  ])
  const since = next[0]?.timestamp
  return {
    queue: name,
    waiting: counts.waiting ?? 0,
    active: counts.active ?? 0,
    oldestSeconds: since === undefined ? 0 : Math.max(0, (Date.now() - since) / 1000),
  }
}

function openReadyQueues(redis: Redis, options: QueueOptions) {
  const opened = new Map<QueueName, Queue>()
  return {
    async readyQueue(name: QueueName): Promise<Queue> {
      // BullMQ would wait for Redis for as long as it takes, and the relay holds locks meanwhile.
      if (redis.status !== 'ready') throw new Error('Redis is away')
      const queue = opened.get(name) ?? openQueue(redis, name, options)
      opened.set(name, queue)
      try {
        await queue.waitUntilReady()
      } catch (error) {
        // A queue that met a breaking connection while it was opened never recovers by itself.
        opened.delete(name)
        throw error
      }
      return queue
    },
    async close() {
      await Promise.allSettled([...opened.values()].map((queue) => queue.close()))
    },
  }
}

/**
 * The queues as a dashboard reads them; nothing may be added or tried again through them, because that would
 * go round the outbox.
 */
export function openQueuesForDashboard(redis: Redis, options: QueueOptions): Queue[] {
  return QUEUE_NAMES.map((name) => openQueue(redis, name, options))
}

function openQueue(redis: Redis, name: QueueName, { namespace, onError }: QueueOptions): Queue {
  const queue = new Queue(name, { connection: redis, prefix: namespace })
  queue.on('error', onError)
  return queue
}
