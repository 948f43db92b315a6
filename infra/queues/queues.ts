import { jobs, type QueueName } from '@called-it/shared/contract/jobs'
import type { JobsOptions, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { DueJob } from '../postgres/queries/work/outbox.ts'
import { bullmq } from './bullmq.ts'

export const QUEUE_NAMES = [...new Set(Object.values(jobs).map(({ queue }) => queue))]

export type QueueOptions = {
  namespace: string
  onError: (error: Error) => void
}

/** Only the relay adds jobs. */
export type Queues = {
  /** Throws at once while Redis is away. Adding a job again with the same attempt has no effect. */
  add(queued: readonly DueJob[]): Promise<void>
  close(): Promise<void>
}

/** The outbox does the retries. Ended jobs are kept for the job board only. */
const jobOptions = {
  attempts: 1,
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 86_400, count: 1_000 },
} as const satisfies JobsOptions

/** @param redis a connection of the role `producer`, which the caller closes */
export function openQueues(redis: Redis, options: QueueOptions): Queues {
  const opened = openQueuesOnUse<QueueName>(redis, options)

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

export type OpenedQueues<Name extends string> = {
  /** A queue that is connected. Throws at once while Redis is away. */
  ready(name: Name): Promise<Queue>
  close(): Promise<void>
}

/** @param redis a connection of the role `producer` or `dashboard`, which the caller closes */
export function openQueuesOnUse<Name extends string>(
  redis: Redis,
  { namespace, onError }: QueueOptions,
): OpenedQueues<Name> {
  const opened = new Map<Name, Queue>()

  function open(name: Name): Queue {
    const queue = new bullmq.Queue(name, { connection: redis, prefix: namespace })
    queue.on('error', onError)
    opened.set(name, queue)
    return queue
  }

  return {
    async ready(name) {
      // BullMQ would wait for Redis without a limit, and the relay holds locks meanwhile.
      if (redis.status !== 'ready') throw new Error('Redis is away')
      const queue = opened.get(name) ?? open(name)
      try {
        await queue.waitUntilReady()
      } catch (error) {
        // A queue whose connection broke while it was opened never recovers.
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
