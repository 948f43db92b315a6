import { isServerReady, pollUntilReady } from '../lib/server-recovery.ts'

const KEY = 'called-it:reloaded-at'

/** A second failure so soon after a reload is not an old page's, and reloading would not help. */
const PATIENCE_MS = 30_000

/**
 * A page that was open during a deployment may name a chunk that is gone. Loading it again, once, brings
 * the new release; drafts are on the device. Where the server is away the page stays as it is: the browser would show
 * its own error in its place. Whoever wanted the chunk is told in any case.
 */
export function reloadForMissingChunks(): void {
  addEventListener('vite:preloadError', () => void reloadOnce())
}

async function reloadOnce(): Promise<void> {
  if (wasReloaded()) return
  const isReady = await isServerReady()
  if (!isReady) pollUntilReady()
  if (!isReady || wasReloaded()) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

function wasReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(KEY)) < PATIENCE_MS
}
