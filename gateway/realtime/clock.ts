/** The timers of the realtime server; a test replaces them by a clock that it advances itself. */
export type Clock = {
  /** Milliseconds from an arbitrary start; for differences only. */
  now(): number
  /** Repeats a task; returns how to stop it. */
  every(milliseconds: number, task: () => void): () => void
}

/** Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds).unref()
    return () => clearInterval(timer)
  },
}
