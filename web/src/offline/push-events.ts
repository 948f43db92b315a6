import { pathOf, readPush } from './push-message.ts'

/** The types of a page's code have no worker. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type WindowClient = {
  url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
}
declare const registration: ServiceWorkerRegistration
declare const clients: {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<WindowClient[]>
  openWindow: (url: string) => Promise<unknown>
}

const SUBSCRIPTIONS = '/api/users/current/push-subscriptions'

export function handlePushEvents(): void {
  listen('push', (event) => showPush(event))
  listen('notificationclick', (event) => openLink(event))
  listen('pushsubscriptionchange', (event) => subscribeAgain(event))
}

function listen(type: string, work: (event: Event) => Promise<unknown>): void {
  addEventListener(type, (event) => {
    if (isWorkerEvent(event)) event.waitUntil(work(event))
  })
}

function isWorkerEvent(event: Event): event is WorkerEvent {
  return 'waitUntil' in event && typeof event.waitUntil === 'function'
}

async function showPush(event: Event): Promise<void> {
  // WebKit shows the declarative form itself.
  if ('notification' in event && event.notification) return
  const { title, body, path, tag, badge } = readPush(payloadOf(event), location.origin)
  await registration.showNotification(title, {
    body,
    data: path,
    ...(tag !== undefined && { tag }),
  })
  if (badge !== null) await navigator.setAppBadge?.(badge).catch(() => {})
}

function payloadOf(event: Event): unknown {
  if (!('data' in event) || typeof event.data !== 'object' || event.data === null) return null
  try {
    return 'json' in event.data && typeof event.data.json === 'function' ? event.data.json() : null
  } catch {
    return null
  }
}

async function openLink(event: Event): Promise<void> {
  if (!('notification' in event) || !(event.notification instanceof Notification)) return
  event.notification.close()
  const path = pathOf(event.notification.data, location.origin)
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await clients.openWindow(path))
  await open.focus()
  // Only pages that this worker controls can be navigated.
  if (new URL(open.url).href !== new URL(path, location.origin).href) {
    await open.navigate(path).catch(() => clients.openWindow(path))
  }
}

async function subscribeAgain(event: Event): Promise<void> {
  const old = 'oldSubscription' in event ? event.oldSubscription : null
  if (!(old instanceof PushSubscription)) return
  const subscription = await registration.pushManager.subscribe(old.options)
  const { endpoint, keys } = subscription.toJSON()
  await post(SUBSCRIPTIONS, { endpoint, keys })
  await post(`${SUBSCRIPTIONS}/remove`, { endpoint: old.endpoint })
}

const post = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
