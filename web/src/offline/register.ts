import { serviceWorkerUrl } from './service-worker-url.ts'

/** Waits until the page has loaded, so that the first view is not delayed. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker.register(serviceWorkerUrl()).catch(() => {})
  })
}
