const SETTINGS = '/api/users/current/notification-settings'
const SUBSCRIPTIONS = '/api/users/current/push-subscriptions'

type Subscription = Pick<PushSubscription, 'endpoint' | 'options'>
type Renewed = Pick<PushSubscription, 'toJSON'>
type Subscriber = { subscribe: (options: PushSubscriptionOptionsInit) => Promise<Renewed> }

/** The browser has replaced or ended the subscription, so the server must know the next one. Some do not say the old. */
export async function renewPush(old: Subscription | null, pushManager: Subscriber): Promise<void> {
  const options = old?.options ?? { userVisibleOnly: true, applicationServerKey: await readPushKey() }
  const subscription = await pushManager.subscribe(options)
  const { endpoint, keys } = subscription.toJSON()
  await post(SUBSCRIPTIONS, { endpoint, keys })
  if (old) await post(`${SUBSCRIPTIONS}/remove`, { endpoint: old.endpoint })
}

async function readPushKey(): Promise<string> {
  const response = await fetch(SETTINGS)
  const { push_key: key } = await response.json()
  if (typeof key !== 'string') throw new Error(`The settings have no key (${response.status})`)
  return key
}

const post = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
