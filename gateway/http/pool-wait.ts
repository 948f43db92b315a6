import type { EventEmitter } from 'node:events'
import type { Postgres } from '@called-it/infra/postgres/client'

/** How much the last handing over counts beside those before it. */
const WEIGHT = 0.05
/** A pause is no measure of what follows it: a server that was away for a minute is not slow when it is back. */
const LONGEST_SAMPLE_MS = 250

export type PoolWait = {
  /** Queries that wait for a connection. */
  waiting(): number
  /** How long a query that comes now would wait for its connection, in milliseconds. */
  expectedMs(): number
}

/**
 * Estimates how long a pool lets a query wait: as many times as there are others in line, what it took of late from one
 * handing over to the next. Where none is handed over at all, it is the time since the last. A number of queries alone
 * would not say: a hundred are a moment on one machine, and seconds on another.
 */
export function watchPoolWait(
  pool: Pick<Postgres['pool'], 'waitingCount'> & Pick<EventEmitter, 'on'>,
  now: () => number = () => performance.now(),
): PoolWait {
  let intervalMs = 0
  /** Since when the line has not moved; null while there is none. */
  let standingSince: number | null = null
  pool.on('acquire', () => {
    if (standingSince !== null) {
      const tookMs = Math.min(now() - standingSince, LONGEST_SAMPLE_MS)
      intervalMs += WEIGHT * (tookMs - intervalMs)
    }
    standingSince = pool.waitingCount > 0 ? now() : null
  })
  return {
    waiting: () => pool.waitingCount,
    expectedMs() {
      if (pool.waitingCount === 0) {
        // Whoever waited has given up.
        standingSince = null
        return 0
      }
      standingSince ??= now()
      return Math.max(pool.waitingCount * intervalMs, now() - standingSince)
    },
  }
}
