const SUBSCRIPTIONS = '/api/users/current/push-subscriptions'

type Subscription = Pick<PushSubscription, 'endpoint' | 'options'>
type Renewed = Pick<PushSubscription, 'toJSON'>
type Subscriber = { subscribe: (options: PushSubscriptionOptions) => Promise<Renewed> }

/** The browser has replaced the subscription, so the server must too. */
export async function renewPush(old: Subscription, pushManager: Subscriber): Promise<void> {
  const subscription = await pushManager.subscribe(old.options)
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
