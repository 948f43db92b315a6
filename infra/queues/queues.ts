import { type JobName, jobs, type QueueName } from '@called-it/shared/contract/jobs'
import { type JobsOptions, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { RequestContext } from '../context/request-context.ts'

export const QUEUE_NAMES = [...new Set(Object.values(jobs).map(({ queue }) => queue))]

/** A job on its way from the outbox to a worker. Its payload is checked by the worker that takes it. */
export type QueuedJob = RequestContext & {
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
  const opened = keepQueues<QueueName>(redis, options)

  return {
    async add(queued) {
      const byQueue = Map.groupBy(queued, ({ job }) => jobs[job].queue)
      for (const [name, group] of byQueue) {
        const queue = await opened.ready(name)
        await queue.addBulk(
          group.map(({ job, outboxId, attempt, payload, requestId, traceparent }) => ({
            name: job,
            data: { outboxId, attempt, payload, requestId, traceparent },
            opts: { ...jobOptions, jobId: `obx_${outboxId}_${attempt}` },
          })),
        )
      }
    },
    close: opened.close,
  }
}

/** Queues that are opened once they are used. */
export type KeptQueues<Name extends string> = {
  /** A queue that can be used now. Throws at once while Redis is away. */
  ready(name: Name): Promise<Queue>
  close(): Promise<void>
}

/** @param redis a connection of the role `producer` or `dashboard`, which the caller closes */
export function keepQueues<Name extends string>(
  redis: Redis,
  { namespace, onError }: QueueOptions,
): KeptQueues<Name> {
  const opened = new Map<Name, Queue>()

  function open(name: Name): Queue {
    const queue = new Queue(name, { connection: redis, prefix: namespace })
    queue.on('error', onError)
    opened.set(name, queue)
    return queue
  }

  return {
    async ready(name) {
      // BullMQ would wait for Redis for as long as it takes, and the relay holds locks meanwhile.
      if (redis.status !== 'ready') throw new Error('Redis is away')
      const queue = opened.get(name) ?? open(name)
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
