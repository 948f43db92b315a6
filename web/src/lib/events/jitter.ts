/** Below 3 s, so that a page with its refetch is current about 3 s after a reconnect. */
const MAX_JITTER_MS = 2_500

/** Spreads the requests of all open pages over time. Returns the cancel function. */
export function withJitter(task: () => void, delayMs = 0): () => void {
  const timer = setTimeout(task, delayMs + Math.random() * MAX_JITTER_MS)
  return () => clearTimeout(timer)
}
