const BITS_PER_SECOND = 1_600_000

/** A cheap phone on a bad line. */
export const SLOW_PHONE = {
  slowerBy: 4,
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: BITS_PER_SECOND / 8,
  },
}

/** What the loop below takes on a desktop computer of the year 2024. */
const DESKTOP_LOOP_MS = 30

/** In a page: how long this machine takes for a loop. */
export function timeLoop(): number {
  const startedAt = performance.now()
  let sum = 0
  for (let step = 0; step < 20_000_000; step += 1) sum += step % 7
  return sum > 0 ? performance.now() - startedAt : 0
}

/** By how much this machine is to be slowed down to be the phone: a slow one is halfway there by itself. */
export function slowDownFor(loopMs: number): number {
  return Math.max(1, (SLOW_PHONE.slowerBy * DESKTOP_LOOP_MS) / Math.max(loopMs, DESKTOP_LOOP_MS))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
