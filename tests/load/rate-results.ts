import { quantileOf } from '../bench/stats.ts'
import type { DriveResult } from './driver.ts'

/** The 99th percentile must be below it for a rate to be held. */
const IN_TIME_MS = 500
/** The share of the requests that must have been answered for their rate to be held. */
const MIN_ANSWERED_SHARE = 0.97

const isSuccess = (status: number) => status >= 200 && status < 300

/** 99th percentile of the successful responses, in ms; infinite where there was none. */
export function p99Of({ responses }: DriveResult): number {
  const took = responses.filter(([, , status]) => isSuccess(status)).map(([, tookMs]) => tookMs)
  return took.length === 0 ? Number.POSITIVE_INFINITY : quantileOf(took, 0.99)
}

/** Whether every response was a success, all of them came, and 99 of 100 in time. */
export function isHeld(result: DriveResult, { rate, seconds }: { rate: number; seconds: number }): boolean {
  return (
    result.broken === 0 &&
    result.responses.every(([, , status]) => isSuccess(status)) &&
    result.responses.length >= rate * seconds * MIN_ANSWERED_SHARE &&
    p99Of(result) < IN_TIME_MS
  )
}

/** Responses by status, the most frequent first. */
export function countStatuses({ responses }: DriveResult): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [, , status] of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return new Map([...counts].toSorted(([, a], [, b]) => b - a))
}

/**
 * When the last response came that was no success or late, in ms since the requests began; 0 where all were good, and
 * infinite where there was none at all.
 */
export function recoveredAfter({ responses }: DriveResult): number {
  if (responses.length === 0) return Number.POSITIVE_INFINITY
  const bad = responses.filter(([, tookMs, status]) => !isSuccess(status) || tookMs >= IN_TIME_MS)
  return Math.max(0, ...bad.map(([atMs]) => atMs))
}
