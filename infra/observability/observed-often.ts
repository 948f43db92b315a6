import type { Histogram } from 'prom-client'

/** So many are handed over at once, and no more wait. */
const BATCH = 256

/** Notes values of one series. */
export type Observing = { observe(value: number): void }

/** The series of a histogram that are observed many thousand times a second. */
export type ObservedOften<Label extends string> = {
  series(labels: Record<Label, string>): Observing
  /** To be called before the histogram is read. */
  handOver(): void
}

/**
 * Keeps values as they come, and hands them to their histogram together, once there are many: one by one, between other
 * work, each costs several times as much.
 */
export function observeOften<Label extends string>(
  histogram: Pick<Histogram<Label>, 'labels'>,
): ObservedOften<Label> {
  const known = new Map<string, Observing & { handOver(): void }>()

  function open(labels: Record<Label, string>) {
    const child = histogram.labels(labels)
    const kept: number[] = []
    function handOver(): void {
      for (const value of kept) child.observe(value)
      kept.length = 0
    }
    function observe(value: number): void {
      if (kept.push(value) === BATCH) handOver()
    }
    return { observe, handOver }
  }

  return {
    series(labels) {
      const key = JSON.stringify(labels)
      const series = known.get(key) ?? open(labels)
      known.set(key, series)
      return series
    },
    handOver() {
      for (const { handOver } of known.values()) handOver()
    },
  }
}
