import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { describe, expect, test } from 'vitest'
import { renewPush } from './renew-push.ts'

const { getNotificationSettings, removePushSubscription, subscribeToPush } = notificationSettingsEndpoints

const OPTIONS = { userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 2]).buffer }

const SETTINGS = {
  choices: [],
  time_zone: null,
  quiet_from: 23,
  quiet_until: 8,
  push_key: 'B-key',
  devices: 0,
}

function makeSubscription(name: string) {
  const endpoint = `https://push.example/${name}`
  const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) }
  return { endpoint, keys, options: OPTIONS, toJSON: () => ({ endpoint, keys, expirationTime: null }) }
}

/** Stands for the browser's, whose push service may refuse. */
function fakePushManager(subscribe: () => Promise<ReturnType<typeof makeSubscription>>) {
  const asked: unknown[] = []
  const pushManager = {
    subscribe: (options: unknown) => {
      asked.push(options)
      return subscribe()
    },
  }
  return { asked, pushManager }
}

describe('renewed push subscription', () => {
  const [old, renewed] = [makeSubscription('old'), makeSubscription('renewed')]

  test('has the key of the old one, is bound to the fan, and replaces the old one', async () => {
    const { asked, pushManager } = fakePushManager(async () => renewed)
    const added = fake(subscribeToPush, { ok: { devices: 2 } })
    const removed = fake(removePushSubscription, { ok: { devices: 1 } })
    const requests = fakeApi(added, removed)
    await renewPush(old, pushManager)
    expect(asked).toEqual([OPTIONS])
    expect(added.bodies).toEqual([{ endpoint: renewed.endpoint, keys: renewed.keys }])
    expect(removed.bodies).toEqual([{ endpoint: old.endpoint }])
    // The new one first, so that the fan is never without a device.
    expect(requests.map((request) => request.split('/').at(-1))).toEqual(['push-subscriptions', 'remove'])
  })

  test('has the key of the server where the browser does not say the old one', async () => {
    const { asked, pushManager } = fakePushManager(async () => renewed)
    const added = fake(subscribeToPush, { ok: { devices: 1 } })
    fakeApi(added, fake(getNotificationSettings, { ok: SETTINGS }))
    await renewPush(null, pushManager)
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: SETTINGS.push_key }])
    expect(added.bodies).toEqual([{ endpoint: renewed.endpoint, keys: renewed.keys }])
  })

  test('changes nothing at the server when the push service refuses', async () => {
    const { pushManager } = fakePushManager(() =>
      Promise.reject(new DOMException('no service', 'AbortError')),
    )
    const requests = fakeApi()
    await expect(renewPush(old, pushManager)).rejects.toThrow('no service')
    expect(requests).toEqual([])
  })

  test('keeps the old one when the server cannot be reached', async () => {
    const { pushManager } = fakePushManager(async () => renewed)
    const requests = fakeApi()
    await expect(renewPush(old, pushManager)).rejects.toThrow(TypeError)
    expect(requests).toHaveLength(1)
  })
})
