import { SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'

/**
 * Has the built pages kept on the device, so that they open without a connection. Waits until the page has
 * loaded: what is seen first goes first. Without it everything works as long as there is a connection.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker.register(SERVICE_WORKER_PATH).catch(() => {})
  })
}
