/** Below 3 s, so that a page with its refetch is current about 3 s after a reconnect. */
const MAX_JITTER_MS = 2_500

/**
 * Runs `task` after a random delay, so that not every open page sends its request at the same moment. Returns the cancel
 * function.
 */
export function withJitter(task: () => void): () => void {
  const timer = setTimeout(task, Math.random() * MAX_JITTER_MS)
  return () => clearTimeout(timer)
}
