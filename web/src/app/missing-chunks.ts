const KEY = 'called-it:reloaded-at'

/** A second failure so soon after a reload is not an old page's, and reloading would not help. */
const PATIENCE_MS = 30_000

/**
 * A page that was open during a deployment may name a chunk that is gone. Loading it again, once, brings
 * the new release; drafts are on the device. Without a network the error is left to the error boundary.
 */
export function reloadForMissingChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(KEY))
    if (!navigator.onLine || Date.now() - reloadedAt < PATIENCE_MS) return
    sessionStorage.setItem(KEY, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
