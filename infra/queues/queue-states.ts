import type { QueueName } from '@called-it/shared/contract/jobs'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { reachRedis } from '../redis/connection.ts'
import { openQueuesOnUse, QUEUE_NAMES, type QueueOptions } from './queues.ts'

export type QueueState = {
  name: QueueName
  waiting: number
  active: number
  /** When the next job was enqueued, in milliseconds since 1970 by the relay's clock; null without one. */
  oldestWaitingAt: number | null
}

/** A process that takes jobs, derived from its connections to Redis. */
export type QueueWorker = {
  name: string
  queues: QueueName[]
  connectedMs: number
  /** Redis' client ids. They change when the process reconnects. */
  connections: string[]
}

/** For reading only: adding or retrying a job here would bypass the outbox. */
export type QueueReader = {
  /** Null, like the workers, while Redis is away, which is known after a few seconds at most. */
  queues(): Promise<Queue[] | null>
  workers(): Promise<QueueWorker[] | null>
  close(): Promise<void>
}

type NamedQueue = { name: QueueName; queue: Queue }

/** @param redis a connection of the role `dashboard`, which the caller closes */
export function openQueueReader(redis: Redis, options: QueueOptions): QueueReader {
  const opened = openQueuesOnUse<QueueName>(redis, options)

  async function whileReachable<R>(read: (queues: NamedQueue[]) => Promise<R>): Promise<R | null> {
    if (!(await reachRedis(redis))) return null
    try {
      return await read(
        await Promise.all(QUEUE_NAMES.map(async (name) => ({ name, queue: await opened.ready(name) }))),
      )
    } catch (error) {
      options.onError(error instanceof Error ? error : new Error(String(error)))
      return null
    }
  }

  return {
    queues: () => whileReachable(async (queues) => queues.map(({ queue }) => queue)),
    workers: () =>
      whileReachable(async (queues) =>
        groupByWorker(
          await Promise.all(
            queues.map(async ({ name, queue }) => ({ name, clients: await queue.getWorkers() })),
          ),
        ),
      ),
    close: opened.close,
  }
}

/**
 * Returns a reader that throws while Redis is away.
 *
 * @param redis a connection of the role `producer`, which the caller closes
 */
export function openQueueStates(redis: Redis, options: QueueOptions): () => Promise<QueueState[]> {
  const opened = openQueuesOnUse<QueueName>(redis, options)
  return () =>
    Promise.all(QUEUE_NAMES.map(async (name) => readState({ name, queue: await opened.ready(name) })))
}

async function readState({ name, queue }: NamedQueue): Promise<QueueState> {
  const [counts, [next]] = await Promise.all([
    queue.getJobCounts('waiting', 'active'),
    queue.getJobs(['waiting'], 0, 0, true),
  ])
  return {
    name,
    waiting: counts.waiting ?? 0,
    active: counts.active ?? 0,
    oldestWaitingAt: next?.timestamp ?? null,
  }
}

const client = z.object({ id: z.string(), rawname: z.string(), age: z.coerce.number() })

const NAME_SEPARATOR = ':w:'

/** A process has one connection per queue. */
function groupByWorker(queues: readonly { name: QueueName; clients: readonly object[] }[]): QueueWorker[] {
  const workers = new Map<string, QueueWorker>()
  for (const { name: queue, clients } of queues) {
    for (const { id, rawname, age } of clients.flatMap((line) => client.safeParse(line).data ?? [])) {
      const start = rawname.indexOf(NAME_SEPARATOR)
      if (start < 0) continue
      const name = rawname.slice(start + NAME_SEPARATOR.length)
      const worker = workers.get(name) ?? { name, queues: [], connectedMs: 0, connections: [] }
      if (!worker.queues.includes(queue)) worker.queues.push(queue)
      worker.connections.push(id)
      worker.connectedMs = Math.max(worker.connectedMs, age * 1_000)
      workers.set(name, worker)
    }
  }
  return [...workers.values()].sort((a, b) => a.name.localeCompare(b.name))
}
