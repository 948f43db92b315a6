import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { findPushSubscription, startPushSubscription } from '../../offline/push-subscription.ts'
import { toast } from '../../ui/toast.ts'
import { request } from '../api/api.ts'
import { deviceZone } from '../browser/device-zone.ts'
import { t } from '../words/texts.ts'
import { BOUND_DEVICE, userStorage } from './user-storage.ts'

const { getNotificationSettings, noteTimeZone, removePushSubscription, subscribeToPush } =
  notificationSettingsEndpoints

export async function unbindPushDevice({ endpoint }: PushSubscription): Promise<void> {
  await request(removePushSubscription, { body: { endpoint } })
}

/** Sends the browser's subscription to the server, which binds it to the current fan. */
export async function bindPushDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new TypeError('The browser gave no keys for pushes.')
  await request(subscribeToPush, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } })
}

export async function takesPushes(): Promise<boolean> {
  return (await findPushSubscription()) !== null
}

/** Asks the fan. False where the browser's question had no answer, or a no. */
export async function turnPushesOn(pushKey: string): Promise<boolean> {
  const permission = await Notification.requestPermission()
  if (permission === 'granted') await bindPushDevice(await startPushSubscription(pushKey))
  if (permission === 'default') {
    toast({ title: t('words.pushes-off'), description: t('words.press-allow') })
  }
  return permission === 'granted'
}

/** What the server needs to know of this device: once after a login, and again when it has changed. */
export async function introduceDevice(): Promise<void> {
  const zone = deviceZone()
  if (zone) await sendOnce('zone', zone, () => request(noteTimeZone, { body: { time_zone: zone } }))
  const subscription = await findPushSubscription()
  if (subscription) await sendOnce(BOUND_DEVICE, subscription.endpoint, bindAgain)
}

async function bindAgain(): Promise<void> {
  const { push_key } = await request(getNotificationSettings)
  await bindPushDevice(await startPushSubscription(push_key))
}

async function sendOnce(name: string, value: string, send: () => Promise<unknown>): Promise<void> {
  if (userStorage.getItem(name) === value) return
  await send()
  userStorage.setItem(name, value)
}
