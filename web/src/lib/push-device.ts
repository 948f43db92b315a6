import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { findPushSubscription } from '../offline/push-subscription.ts'
import { request } from './api.ts'

const { removePushSubscription, subscribeToPush } = notificationSettingsEndpoints

/** While still logged in. A failure must not keep the fan from logging out; the push service's 410 does the same later. */
export async function removePushDevice(): Promise<void> {
  try {
    const subscription = await findPushSubscription()
    if (subscription) await request(removePushSubscription, { body: { endpoint: subscription.endpoint } })
  } catch {
    // See above.
  }
}

/** Sends the browser's subscription to the server, which binds it to the current fan. */
export async function bindPushDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new TypeError('The browser gave no keys for pushes.')
  await request(subscribeToPush, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } })
}
