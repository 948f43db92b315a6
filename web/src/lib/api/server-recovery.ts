import { READINESS_PATH } from '@called-it/shared/contract/served-page'

/** Doubles after each poll; the delay is 50 to 150 % of it, so that not every page comes back at the same moment. */
const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 30_000
/** After being ready for this long, the wait starts at the first value again. */
const STABLE_AFTER_MS = 60_000
const TIMEOUT_MS = 10_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | null = null
let isPolling = false
let waits = 0
let backAt = 0

/** Runs when an unavailable server is ready again; returns the unsubscribe function. */
export function onServerRecovery(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer !== null) {
      clearTimeout(timer)
      timer = null
    }
  }
}

/** Polls the server after a failed request until it is ready. Does nothing while already polling or without listeners. */
export function pollUntilReady(): void {
  if (timer !== null || isPolling) return
  if (Date.now() - backAt > STABLE_AFTER_MS) waits = 0
  wait()
}

function wait(): void {
  if (listeners.size === 0) return
  const ms = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** waits)
  waits += 1
  timer = setTimeout(() => void poll(), ms * (0.5 + Math.random()))
}

async function poll(): Promise<void> {
  timer = null
  isPolling = true
  const isBack = await isServerReady()
  isPolling = false
  if (!isBack) return wait()
  backAt = Date.now()
  for (const listener of [...listeners]) listener()
}

export async function isServerReady(): Promise<boolean> {
  try {
    const { ok } = await fetch(READINESS_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' })
    return ok
  } catch {
    return false
  }
}
