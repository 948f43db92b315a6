import type { Redis } from 'ioredis'

/** Notices that Redis may have lost what was handed to its queues. */
export type QueueLoss = {
  /** Calls `reopen` where that is so. Throws while Redis is away, and where `reopen` does: the loss is not mended then. */
  mend(reopen: () => Promise<void>): Promise<void>
}

/**
 * Redis may have lost its queues whenever a connection to it begins anew, since it may have been restarted,
 * and whenever a mark that we leave there is gone, since it was emptied. Taking too much for lost does no
 * harm: a job that is handed over twice is carried out once.
 *
 * @param redis a connection of the role `producer`
 */
export function watchQueueLoss(redis: Redis, { namespace }: { namespace: string }): QueueLoss {
  const mark = `${namespace}:handed-over`
  let isNew = true
  redis.on('ready', () => {
    isNew = true
  })

  return {
    async mend(reopen) {
      const isMarked = (await redis.exists(mark)) === 1
      if (isMarked && !isNew) return
      isNew = false
      try {
        await reopen()
        await redis.set(mark, '1')
      } catch (error) {
        isNew = true
        throw error
      }
    },
  }
}
