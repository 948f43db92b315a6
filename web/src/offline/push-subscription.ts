import { SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'

/** So that the next fan of this browser never gets the subscription of the one who left. */
let ended: Promise<void> = Promise.resolve()

/** Null where there are no pushes, and while they are off on this device. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  await ended
  const registration = await globalThis.navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** @throws where the worker or the push service cannot be reached */
export async function startPushSubscription(applicationServerKey: string): Promise<PushSubscription> {
  await ended
  await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
  const { pushManager } = await navigator.serviceWorker.ready
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** The push service then reports 410, so that the server forgets the device even if it was not reached. */
export function endPushSubscription(): Promise<void> {
  ended = findPushSubscription().then(
    async (subscription) => void (await subscription?.unsubscribe().catch(() => false)),
    () => {},
  )
  return ended
}
