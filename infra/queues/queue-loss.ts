import type { Redis } from 'ioredis'

export type QueueLoss = {
  /** Calls `reopen` if Redis may have lost its queues. Throws while Redis is away and when `reopen` throws. */
  recover(reopen: () => Promise<void>): Promise<void>
}

/**
 * The queues count as lost after every new connection, since Redis may have been restarted, and when our
 * marker key is gone, since it may have been emptied. A false alarm does no harm: a job that is enqueued twice
 * is executed once.
 *
 * @param redis a connection of the role `producer`
 */
export function watchQueueLoss(redis: Redis, { namespace }: { namespace: string }): QueueLoss {
  const marker = `${namespace}:enqueued`
  let isNew = true
  redis.on('ready', () => {
    isNew = true
  })

  return {
    async recover(reopen) {
      const isMarked = (await redis.exists(marker)) === 1
      if (isMarked && !isNew) return
      isNew = false
      try {
        await reopen()
        await redis.set(marker, '1')
      } catch (error) {
        isNew = true
        throw error
      }
    },
  }
}
