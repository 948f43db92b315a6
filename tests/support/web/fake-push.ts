import { vi } from 'vitest'

const DEVICE = {
  endpoint: 'https://push.example/device',
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
}

/** `otherKey`: the browser has subscribed with another key of the site. A browser with a worker, a push service and the permission that the fan gives. Until the test ends. */
export function fakePush({ isOn = false, permission = 'granted', otherKey = false } = {}) {
  const device = { isOn, unsubscribes: 0 }
  const subscription = {
    ...DEVICE,
    toJSON: () => DEVICE,
    unsubscribe: async () => {
      device.isOn = false
      device.unsubscribes += 1
      return true
    },
  }
  const registration = {
    pushManager: {
      getSubscription: async () => (device.isOn ? subscription : null),
      subscribe: async () => {
        if (otherKey && device.unsubscribes === 0) throw new DOMException('', 'InvalidStateError')
        device.isOn = true
        return subscription
      },
    },
  }
  const serviceWorker = {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: Promise.resolve(registration),
  }
  stubNavigator({ serviceWorker })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    permission: permission === 'denied' ? 'denied' : 'default',
    requestPermission: async () => permission,
  })
  return { device, ...DEVICE }
}

/** Until the test ends. The rest of happy-dom's navigator cannot be read through a copy. */
export function stubNavigator(properties: Record<string, unknown>): void {
  const { userAgent, language, onLine } = navigator
  vi.stubGlobal('navigator', { userAgent, language, onLine, maxTouchPoints: 0, ...properties })
}
