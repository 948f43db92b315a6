/**
 * Spreads what every open page would do at the same moment (a gateway restarted, say). Below 3 s, so that
 * with the call itself a page is current about 3 s after it is connected again.
 */
const SPREAD_MS = 2_500

/** Runs `task` once, after a random wait below 2.5 s; returns how to call it off. */
export function withJitter(task: () => void): () => void {
  const timer = setTimeout(task, Math.random() * SPREAD_MS)
  return () => clearTimeout(timer)
}
