import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { bullmq } from './bullmq.ts'
import { openQueuesOnUse, type QueueOptions } from './queues.ts'

/** Beside the queues of jobs: ticks are no jobs and may be lost. */
const TICK_QUEUE = 'ticks'

const CLOSE_TIMEOUT_MS = 1_000

/** A failed tick is retried for half an hour, since Postgres may be away. */
const RETRIES = { attempts: 6, backoff: { type: 'exponential', delay: 60_000 } } as const

const tickOptions = { ...RETRIES, removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } } as const

export type TickOptions = QueueOptions & {
  /** A connection of the role `producer`, and one of the role `worker`; the caller closes both afterwards. */
  redis: { producer: Redis; worker: Redis }
  name: string
  /** Read when the schedule is registered. Null: no ticks, and a schedule of this name is removed. */
  everyMs: () => number | null
  /** Called by one worker per tick. There may be extra ticks, for instance after Redis was away. */
  onTick: () => Promise<void>
}

/** A schedule in Redis. It is lost whenever Redis is emptied. */
export type Ticks = {
  /** Starts the schedule, or leaves it as it is where it runs already, as often. Throws while Redis is away. */
  register(): Promise<void>
  close(): Promise<void>
}

/** The first tick comes as soon as the schedule is registered. */
export function openTicks({ redis, namespace, name, everyMs, onTick, onError }: TickOptions): Ticks {
  const queues = openQueuesOnUse<typeof TICK_QUEUE>(redis.producer, { namespace, onError })
  let worker: ReturnType<typeof openWorker> | null = null
  workOnTicks()

  function workOnTicks(): void {
    if (everyMs() !== null) worker ??= openWorker()
  }

  function openWorker() {
    const opened = new bullmq.Worker(TICK_QUEUE, onTick, { connection: redis.worker, prefix: namespace })
    opened.on('error', onError)
    opened.on('failed', (_tick, error) => onError(error))
    return opened
  }

  return {
    async register() {
      workOnTicks()
      const queue = await queues.ready(TICK_QUEUE)
      const every = everyMs()
      if (every === null) await queue.removeJobScheduler(name)
      else await queue.upsertJobScheduler(name, { every }, { name, opts: tickOptions })
    },
    async close() {
      // BullMQ waits for Redis while it is away. A lost tick comes again.
      const closed = Promise.allSettled([worker?.close(), queues.close()])
      await Promise.race([closed, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}
