import { serviceWorkerUrl } from './service-worker-url.ts'

/** So that the next fan of this browser never gets the subscription of the one who left. */
let ended: Promise<void> = Promise.resolve()

/** Null where there are no pushes, and while they are off on this device. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  await ended
  const registration = await globalThis.navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/**
 * The subscription with this key. One with another key, which the site has lost, is replaced.
 *
 * @throws where the worker or the push service cannot be reached
 */
export async function startPushSubscription(applicationServerKey: string): Promise<PushSubscription> {
  await ended
  await navigator.serviceWorker.register(serviceWorkerUrl())
  const { pushManager } = await navigator.serviceWorker.ready
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  return subscribe().catch(async (error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await (await pushManager.getSubscription())?.unsubscribe()
    return subscribe()
  })
}

/** The push service then reports 410, so that the server forgets the device even if it was not reached. */
export function endPushSubscription(): Promise<void> {
  ended = findPushSubscription().then(
    async (subscription) => void (await subscription?.unsubscribe().catch(() => false)),
    () => {},
  )
  return ended
}
