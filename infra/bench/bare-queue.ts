import { Queue, Worker } from 'bullmq'
import type { RedisConnection } from '../redis/connection.ts'

/**
 * Adds jobs that do nothing to BullMQ, a hundred at a time, and takes them: its speed without an outbox, an effect
 * or a promise. Answers with the seconds.
 */
export async function timeBareQueue(
  redis: { producer: RedisConnection; worker: RedisConnection },
  { prefix, jobs, concurrency }: { prefix: string; jobs: number; concurrency: number },
): Promise<number> {
  const queue = new Queue('alone', { connection: redis.producer, prefix })
  const { promise, resolve } = Promise.withResolvers<void>()
  let done = 0
  const take = async () => {
    done += 1
    if (done === jobs) resolve()
  }
  const worker = new Worker('alone', take, { connection: redis.worker, prefix, concurrency })
  await worker.waitUntilReady()
  const begunAt = performance.now()
  for (let left = jobs; left > 0; left -= JOBS_AT_ONCE) {
    await queue.addBulk(
      Array.from({ length: Math.min(left, JOBS_AT_ONCE) }, () => ({ name: 'effect', data: {} })),
    )
  }
  await promise
  const seconds = (performance.now() - begunAt) / 1000
  await Promise.all([worker.close(), queue.close()])
  return seconds
}

const JOBS_AT_ONCE = 100
