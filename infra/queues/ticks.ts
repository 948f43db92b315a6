import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { keepQueues, type QueueOptions } from './queues.ts'

/** Beside the queues of jobs: what lies in it is no order, and may be lost. */
const TICK_QUEUE = 'ticks'

/** How long Redis may take to hear of the end. */
const FAREWELL_MS = 1_000

/** A tick that could not do its work, since Postgres was away, is tried again for half an hour. */
const RETRIES = { attempts: 6, backoff: { type: 'exponential', delay: 60_000 } } as const

const tickOptions = { ...RETRIES, removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } } as const

export type TickOptions = QueueOptions & {
  /** A connection of the role `producer`, and one of the role `worker`; the caller closes both afterwards. */
  redis: { producer: Redis; worker: Redis }
  /** Names the schedule, of which there is one: all workers share its ticks. */
  name: string
  /** How often it ticks; null: never, and what ticked under this name before ends. */
  everyMs: number | null
  /** Called by one worker at each tick. It may be called too often: after Redis was away, or by a second schedule. */
  onTick: () => Promise<void>
}

/** A schedule in Redis, which forgets it whenever it is emptied. */
export type Ticks = {
  /** Puts the schedule into Redis, where it stands already without a change. Throws while Redis is away. */
  register(): Promise<void>
  close(): Promise<void>
}

/** Ticks at an interval over any number of workers; the first tick comes at once. Begins with `register`. */
export function openTicks({ redis, namespace, name, everyMs, onTick, onError }: TickOptions): Ticks {
  const kept = keepQueues<typeof TICK_QUEUE>(redis.producer, { namespace, onError })
  const worker = everyMs === null ? null : openWorker()

  function openWorker(): Worker {
    const opened = new Worker(TICK_QUEUE, onTick, { connection: redis.worker, prefix: namespace })
    opened.on('error', onError)
    opened.on('failed', (_tick, error) => onError(error))
    return opened
  }

  return {
    async register() {
      const queue = await kept.ready(TICK_QUEUE)
      if (everyMs === null) await queue.removeJobScheduler(name)
      else await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: tickOptions })
    },
    async close() {
      // While Redis is away BullMQ waits for it: a tick that is lost comes again.
      const closed = Promise.allSettled([worker?.close(), kept.close()])
      await Promise.race([closed, wait(FAREWELL_MS, undefined, { ref: false })])
    },
  }
}
