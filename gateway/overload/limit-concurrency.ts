import pLimit from 'p-limit'
import { ApiError } from '../http/errors.ts'

const RETRY_SECONDS = 2

export type LimitConcurrency = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * Runs at most `concurrency` tasks at once; at most `maxPending` others wait, first come first served.
 *
 * @throws ApiError `unavailable` where `maxPending` tasks wait already
 */
export function limitConcurrency(concurrency: number, maxPending: number): LimitConcurrency {
  const limit = pLimit(concurrency)
  return async (task) => {
    if (limit.pendingCount >= maxPending) {
      throw new ApiError('unavailable', { retryAfter: RETRY_SECONDS, shed: 'busy' })
    }
    return limit(task)
  }
}
