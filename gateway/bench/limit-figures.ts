import { quantileOf } from '@called-it/infra/bench/spread'
import type { DriveResult } from './limit-orders.ts'

/** What an answer may take to count as in time, at the 99th percentile. */
export const IN_TIME_MS = 500
const SLOWEST_SHARE = 0.99
/** The least part of the requests that were to be made that must have been answered, for their rate to be held. */
const ANSWERED_SHARE = 0.97

const isSuccess = (status: number) => status >= 200 && status < 300

/** What one in a hundred of the successful answers took longer than, in milliseconds; infinite where there was none. */
export function slowestOf({ answers }: DriveResult): number {
  const took = answers.filter(([, , status]) => isSuccess(status)).map(([, tookMs]) => tookMs)
  return took.length === 0 ? Number.POSITIVE_INFINITY : quantileOf(took, SLOWEST_SHARE)
}

/** Whether a rate was held: every answer a success, all of them there, and 99 of 100 in time. */
export function isHeld(result: DriveResult, { rate, seconds }: { rate: number; seconds: number }): boolean {
  return (
    result.broken === 0 &&
    result.answers.every(([, , status]) => isSuccess(status)) &&
    result.answers.length >= rate * seconds * ANSWERED_SHARE &&
    slowestOf(result) < IN_TIME_MS
  )
}

/** How many answers had each status, the most frequent first. */
export function countStatuses({ answers }: DriveResult): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [, , status] of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return new Map([...counts].toSorted(([, a], [, b]) => b - a))
}

/**
 * When the last answer came that was no success or not in time, in milliseconds since the requests began; 0 where all
 * were, and infinite where there was none at all.
 */
export function recoveredAfter({ answers }: DriveResult): number {
  if (answers.length === 0) return Number.POSITIVE_INFINITY
  const bad = answers.filter(([, tookMs, status]) => !isSuccess(status) || tookMs >= IN_TIME_MS)
  return Math.max(0, ...bad.map(([atMs]) => atMs))
}
