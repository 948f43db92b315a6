import type { QueueName } from '@called-it/shared/contract/jobs'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { reachRedis } from '../redis/connection.ts'
import { keepQueues, QUEUE_NAMES, type QueueOptions } from './queues.ts'

/** How a queue stands. */
export type QueueState = {
  name: QueueName
  waiting: number
  active: number
  /** Failed tries that Redis still holds. */
  failed: number
  /** When the job that is next was handed over, in milliseconds since 1970 of the clock of whoever did; null without one. */
  oldestWaitingAt: number | null
  /** Another one after each thing that happens to a job, also where the counts are the same again. */
  lastEvent: string | null
}

/** A process that takes jobs, as its connections to Redis tell. */
export type QueueWorker = {
  name: string
  queues: QueueName[]
  /** For how long it has been connected, in milliseconds. */
  connectedMs: number
  /** What Redis calls its connections: others once it has connected anew. */
  connections: string[]
}

/** The queues as dashboards read them. Nothing may be added or tried again through them: that goes round the outbox. */
export type QueueReader = {
  /** The queues themselves; null while Redis does not answer. */
  queues(): Promise<Queue[] | null>
  /** How they stand; null while Redis does not answer, which is known after a few seconds at most. */
  read(): Promise<{ queues: QueueState[]; workers: QueueWorker[] } | null>
  close(): Promise<void>
}

type NamedQueue = { name: QueueName; queue: Queue }

/** @param redis a connection of the role `dashboard`, which the caller closes */
export function openQueueReader(redis: Redis, options: QueueOptions): QueueReader {
  const kept = keepQueues<QueueName>(redis, options)

  /** What `read` makes of the queues; null where Redis does not let it. */
  async function whileThere<R>(read: (queues: NamedQueue[]) => Promise<R>): Promise<R | null> {
    if (!(await reachRedis(redis))) return null
    try {
      return await read(
        await Promise.all(QUEUE_NAMES.map(async (name) => ({ name, queue: await kept.ready(name) }))),
      )
    } catch (error) {
      options.onError(error instanceof Error ? error : new Error(String(error)))
      return null
    }
  }

  return {
    queues: () => whileThere(async (queues) => queues.map(({ queue }) => queue)),
    read: () =>
      whileThere(async (queues) => {
        const [states, clients] = await Promise.all([
          Promise.all(queues.map((named) => readState(redis, named))),
          Promise.all(queues.map(async ({ name, queue }) => ({ name, clients: await queue.getWorkers() }))),
        ])
        return { queues: states, workers: gatherWorkers(clients) }
      }),
    close: kept.close,
  }
}

/**
 * Answers with how to look at the queues without changing them, which throws while Redis is away.
 *
 * @param redis a connection of the role `producer`, which the caller closes
 */
export function openQueueStates(redis: Redis, options: QueueOptions): () => Promise<QueueState[]> {
  const kept = keepQueues<QueueName>(redis, options)
  return () =>
    Promise.all(QUEUE_NAMES.map(async (name) => readState(redis, { name, queue: await kept.ready(name) })))
}

async function readState(redis: Redis, { name, queue }: NamedQueue): Promise<QueueState> {
  const [counts, [next], [event]] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'failed'),
    queue.getJobs(['waiting'], 0, 0, true),
    redis.xrevrange(queue.toKey('events'), '+', '-', 'COUNT', 1),
  ])
  return {
    name,
    waiting: counts.waiting ?? 0,
    active: counts.active ?? 0,
    failed: counts.failed ?? 0,
    oldestWaitingAt: next?.timestamp ?? null,
    lastEvent: event?.[0] ?? null,
  }
}

/** A line of Redis' CLIENT LIST, as BullMQ reads it. */
const client = z.object({ id: z.string(), rawname: z.string(), age: z.coerce.number() })

/** Between the queue and the worker in the name of a connection. */
const NAME_MARK = ':w:'

/** A process has a connection for each queue; here they are brought together under its name. */
function gatherWorkers(queues: readonly { name: QueueName; clients: readonly object[] }[]): QueueWorker[] {
  const workers = new Map<string, QueueWorker>()
  for (const { name: queue, clients } of queues) {
    for (const { id, rawname, age } of clients.flatMap((line) => client.safeParse(line).data ?? [])) {
      const start = rawname.indexOf(NAME_MARK)
      if (start < 0) continue
      const name = rawname.slice(start + NAME_MARK.length)
      const worker = workers.get(name) ?? { name, queues: [], connectedMs: 0, connections: [] }
      if (!worker.queues.includes(queue)) worker.queues.push(queue)
      worker.connections.push(id)
      worker.connectedMs = Math.max(worker.connectedMs, age * 1_000)
      workers.set(name, worker)
    }
  }
  return [...workers.values()].sort((a, b) => a.name.localeCompare(b.name))
}
