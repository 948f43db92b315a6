import { quantileOf } from '../bench/stats.ts'
import type { DriveResult } from './driver.ts'

/** Limit of the 99th percentile. */
const IN_TIME_MS = 500
/** Share of the requests that need a response. */
const MIN_RESPONSE_SHARE = 0.97

const isSuccess = (status: number) => status >= 200 && status < 300

/** 99th percentile of the successful responses, in ms; infinite where there was none. */
export function p99Of({ responses }: DriveResult): number {
  const took = responses.filter(([, , status]) => isSuccess(status)).map(([, tookMs]) => tookMs)
  return took.length === 0 ? Number.POSITIVE_INFINITY : quantileOf(took, 0.99)
}

export function isHeld(result: DriveResult, { rate, seconds }: { rate: number; seconds: number }): boolean {
  return (
    result.broken === 0 &&
    result.responses.every(([, , status]) => isSuccess(status)) &&
    result.responses.length >= rate * seconds * MIN_RESPONSE_SHARE &&
    p99Of(result) < IN_TIME_MS
  )
}

export function countStatuses({ responses }: DriveResult): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [, , status] of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return new Map([...counts].toSorted(([, a], [, b]) => b - a))
}

/** Time of the last late or failed response, in ms since the first request; infinite without responses. */
export function recoveredAfter({ responses }: DriveResult): number {
  if (responses.length === 0) return Number.POSITIVE_INFINITY
  const bad = responses.filter(([, tookMs, status]) => !isSuccess(status) || tookMs >= IN_TIME_MS)
  return Math.max(0, ...bad.map(([atMs]) => atMs))
}

/** The highest rate that is held, or 0; `precision` is the ratio of the lowest rate that is not held to the result. */
export async function findHighestRate(
  { from, precision }: { from: number; precision: number },
  isHeld: (rate: number) => Promise<boolean>,
): Promise<number> {
  let held = 0
  let lost = Number.POSITIVE_INFINITY
  while (lost > held * precision) {
    const rate = nextRate(from, held, lost)
    if (rate === held || rate === lost) break
    if (await isHeld(rate)) held = rate
    else lost = rate
  }
  return held
}

function nextRate(from: number, held: number, lost: number): number {
  if (lost === Number.POSITIVE_INFINITY) return held === 0 ? from : held * 2
  return held === 0 ? Math.ceil(lost / 2) : Math.round(Math.sqrt(held * lost))
}
