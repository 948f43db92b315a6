/** The time as the hub's care-taking needs it, given in so that a test can turn it on by hand. */
export type Clock = {
  /** Milliseconds from some moment on; for differences only. */
  now(): number
  /** Repeats a task; returns how to stop. */
  every(milliseconds: number, task: () => void): () => void
}

/** The system's time. What it repeats does not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds).unref()
    return () => clearInterval(timer)
  },
}
