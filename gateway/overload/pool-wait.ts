import type { EventEmitter } from 'node:events'
import type { Postgres } from '@called-it/infra/postgres/client'

/** The weight of the newest sample in the moving average. */
const WEIGHT = 0.05
/** Caps a sample: a server that was away for a minute is not slow when it is back. */
const MAX_SAMPLE_MS = 250

export type PoolWait = {
  pendingQueries(): number
  /** How long a new query would wait for a connection, estimated. */
  expectedMs(): number
}

/**
 * Estimates the wait for a connection of the pool: the number of pending queries times the moving average of the
 * time between two acquisitions, or the time since the last one where that is longer. The number of queries alone
 * would not do: a hundred take a moment on one machine and seconds on another.
 */
export function watchPoolWait(
  pool: Pick<Postgres['pool'], 'waitingCount'> & Pick<EventEmitter, 'on'>,
  now: () => number = () => performance.now(),
): PoolWait {
  let intervalMs = 0
  /** When the queue last moved; null while it is empty. */
  let lastMoveAt: number | null = null
  pool.on('acquire', () => {
    if (lastMoveAt !== null) {
      const sampleMs = Math.min(now() - lastMoveAt, MAX_SAMPLE_MS)
      intervalMs += WEIGHT * (sampleMs - intervalMs)
    }
    lastMoveAt = pool.waitingCount > 0 ? now() : null
  })
  return {
    pendingQueries: () => pool.waitingCount,
    expectedMs() {
      if (pool.waitingCount === 0) {
        // Pending queries may time out without an acquisition.
        lastMoveAt = null
        return 0
      }
      lastMoveAt ??= now()
      return Math.max(pool.waitingCount * intervalMs, now() - lastMoveAt)
    },
  }
}
