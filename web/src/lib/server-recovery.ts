import { READINESS_PATH } from '@called-it/shared/contract/served-page'

/**
 * How long is waited before the server is asked: twice as long after each time. Drawn from half of it to one and a half, so
 * that not every page comes back at the same moment.
 */
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
/** A server that has done well for so long is asked soon again. */
const WELL_AFTER_MS = 60_000
const TIMEOUT_MS = 10_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | null = null
let isAsking = false
let waits = 0
let backAt = 0

/** Is told when a server that was away can do its work again. Returns how to stop. */
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

/**
 * Asks from time to time whether the server can do its work, until it can: for calls that it could not answer. However many
 * there are, it is asked once; where nobody wants to know, not at all.
 */
export function pollUntilReady(): void {
  if (timer !== null || isAsking) return
  if (Date.now() - backAt > WELL_AFTER_MS) waits = 0
  wait()
}

function wait(): void {
  if (listeners.size === 0) return
  const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits)
  waits += 1
  timer = setTimeout(() => void ask(), ms * (0.5 + Math.random()))
}

async function ask(): Promise<void> {
  timer = null
  isAsking = true
  const isBack = await isServerReady()
  isAsking = false
  if (!isBack) return wait()
  backAt = Date.now()
  for (const listener of [...listeners]) listener()
}

/** Whether the server can do its work at this moment; false where it gives no answer. */
export async function isServerReady(): Promise<boolean> {
  try {
    const { ok } = await fetch(READINESS_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' })
    return ok
  } catch {
    return false
  }
}
