import { setTimeout as wait } from 'node:timers/promises'
import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { QueueOptions } from './queues.ts'

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
  let queue: Queue | null = null
  const worker = everyMs === null ? null : openWorker()

  function openWorker(): Worker {
    const opened = new Worker(TICK_QUEUE, onTick, { connection: redis.worker, prefix: namespace })
    opened.on('error', onError)
    opened.on('failed', (_tick, error) => onError(error))
    return opened
  }

  async function readyQueue(): Promise<Queue> {
    // BullMQ would wait for Redis for as long as it takes.
    if (redis.producer.status !== 'ready') throw new Error('Redis is away')
    if (queue === null) {
      queue = new Queue(TICK_QUEUE, { connection: redis.producer, prefix: namespace })
      queue.on('error', onError)
    }
    try {
      await queue.waitUntilReady()
    } catch (error) {
      // A queue that met a breaking connection while it was opened never recovers by itself.
      queue = null
      throw error
    }
    return queue
  }

  return {
    async register() {
      const ready = await readyQueue()
      if (everyMs === null) await ready.removeJobScheduler(name)
      else await ready.upsertJobScheduler(name, { every: everyMs }, { name, opts: tickOptions })
    },
    async close() {
      // While Redis is away BullMQ waits for it: a tick that is lost comes again.
      const closed = Promise.allSettled([worker?.close(), queue?.close()])
      await Promise.race([closed, wait(FAREWELL_MS, undefined, { ref: false })])
    },
  }
}
