import { LANGUAGE_PARAMETER, SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'
import { t } from '../lib/words/texts.ts'

/** Waits until the page has loaded, so that the first view is not delayed. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker
      .register(`${SERVICE_WORKER_PATH}?${LANGUAGE_PARAMETER}=${t.language}`)
      .catch(() => {})
  })
}
