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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
