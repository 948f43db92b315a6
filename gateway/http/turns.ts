import { CallError } from './errors.ts'

/** How long who is turned away is asked to wait, in seconds. */
const RETRY_SECONDS = 2

export type TakeTurn = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * Runs at most `atOnce` tasks at a time and keeps at most `waiting` others in line, first come first served.
 * What `takeTurn` resolves or rejects with is the task's.
 *
 * @throws CallError `unavailable` from `takeTurn` where the line is full
 */
export function createTurns(atOnce: number, waiting: number): TakeTurn {
  const line: (() => void)[] = []
  let running = 0
  return async function takeTurn(task) {
    if (running < atOnce) {
      running += 1
    } else {
      if (line.length >= waiting) {
        throw new CallError('unavailable', { retryAfter: RETRY_SECONDS, shed: 'busy' })
      }
      // Who ends a task hands its place on, so that nobody slips in between.
      await new Promise<void>((resolve) => line.push(resolve))
    }
    try {
      return await task()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
