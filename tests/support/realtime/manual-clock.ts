import type { Clock } from '@called-it/gateway/realtime/clock'

/** A clock that stands still until the test advances it. */
export type ManualClock = Clock & {
  /** Runs every task that becomes due meanwhile, in order. */
  advance(milliseconds: number): void
}

export function manualClock(): ManualClock {
  let now = 0
  const repeated = new Set<{ interval: number; next: number; task: () => void }>()
  return {
    now: () => now,
    every(interval, task) {
      const entry = { interval, next: now + interval, task }
      repeated.add(entry)
      return () => repeated.delete(entry)
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const [due] = [...repeated].filter(({ next }) => next <= end).sort((a, b) => a.next - b.next)
        if (!due) break
        now = due.next
        due.next += due.interval
        due.task()
      }
      now = end
    },
  }
}
