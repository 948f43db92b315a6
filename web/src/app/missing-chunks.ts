import { isServerReady, pollUntilReady } from '../lib/api/server-recovery.ts'

const KEY = 'called-it:reloaded-at'

/** A failure this soon after a reload is not due to an old page. */
const MIN_RELOAD_INTERVAL_MS = 30_000

/**
 * A page that was open during a deployment may import a chunk that is gone. One reload brings the new release; drafts
 * are stored on the device. While the server is unavailable the page stays, because the browser would replace it with an
 * error page.
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
  return Date.now() - Number(sessionStorage.getItem(KEY)) < MIN_RELOAD_INTERVAL_MS
}
