import { showAppBadge } from './app-badge.ts'
import { type OpenWindow, openLink } from './open-link.ts'
import { pathOf, readPush } from './push-message.ts'
import { renewPush } from './renew-push.ts'

/** The types of a page's code have no worker. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
declare const registration: ServiceWorkerRegistration
declare const clients: {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<OpenWindow[]>
  openWindow: (url: string) => Promise<unknown>
}

/** @param generic for pushes that cannot be read */
export function handlePushEvents(generic: string): void {
  listen('push', (event) => showPush(event, generic))
  listen('notificationclick', openShownLink)
  listen('pushsubscriptionchange', subscribeAgain)
}

function listen(type: string, work: (event: Event) => Promise<unknown>): void {
  addEventListener(type, (event) => {
    if (isWorkerEvent(event)) event.waitUntil(work(event))
  })
}

function isWorkerEvent(event: Event): event is WorkerEvent {
  return 'waitUntil' in event && typeof event.waitUntil === 'function'
}

async function showPush(event: Event, generic: string): Promise<void> {
  // WebKit shows the declarative form itself.
  if ('notification' in event && event.notification) return
  const { title, body, path, tag, badge } = readPush(payloadOf(event), location.origin, generic)
  await registration.showNotification(title, { body, data: path, ...(tag !== undefined && { tag }) })
  if (badge !== null) await showAppBadge(badge)
}

function payloadOf(event: Event): unknown {
  if (!('data' in event) || typeof event.data !== 'object' || event.data === null) return null
  try {
    return 'json' in event.data && typeof event.data.json === 'function' ? event.data.json() : null
  } catch {
    return null
  }
}

async function openShownLink(event: Event): Promise<void> {
  if (!('notification' in event) || !(event.notification instanceof Notification)) return
  event.notification.close()
  const path = pathOf(event.notification.data, location.origin)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  await openLink(new URL(path, location.origin).href, windows, (url) => clients.openWindow(url))
}

async function subscribeAgain(event: Event): Promise<void> {
  const old = 'oldSubscription' in event ? event.oldSubscription : null
  await renewPush(old instanceof PushSubscription ? old : null, registration.pushManager)
}
