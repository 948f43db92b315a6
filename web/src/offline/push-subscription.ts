/** Null where there are no pushes, and while they are off on this device. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  const registration = await globalThis.navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** The push service then reports 410, so that the server forgets the device even if it was not reached. */
export async function endPushSubscription(): Promise<void> {
  await navigator.clearAppBadge?.().catch(() => {})
  const subscription = await findPushSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}
