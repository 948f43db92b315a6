import type { PublishedEvent, PublishedEventName } from '@called-it/shared/contract/events'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Publishes events to every gateway. Call it after the commit. */
export type EventPublisher = {
  /** Never rejects and waits at most 500 ms: the gateways find lost changes in Postgres. */
  publish<N extends PublishedEventName>(name: N, event: PublishedEvent<N>): Promise<void>
}

/** For programs without Redis: the gateways find every change in Postgres within a second. */
export const noPublisher: EventPublisher = { publish: async () => undefined }

type Change = PublishedEvent<'topics:changed'>['topics'][number]

/** A request waits for its event to be published. */
const PUBLISH_TIMEOUT_MS = 500

/**
 * Changes within one tick are published as one message, each topic with its last version. The promise of `publish`
 * resolves when the message has been sent or has failed.
 *
 * @param redis a connection of the role `producer`, which fails at once while Redis is away
 */
export function openEventPublisher({
  redis,
  channel,
  log,
}: {
  redis: Redis
  channel: string
  log: Logger
}): EventPublisher {
  let isPublishing = true

  async function send(message: string): Promise<void> {
    try {
      await within(PUBLISH_TIMEOUT_MS, redis.publish(channel, message))
      if (!isPublishing) log.info('live events are published again')
      isPublishing = true
    } catch (error) {
      if (isPublishing)
        log.warn({ err: error }, 'live events cannot be published; gateways find the changes in Postgres')
      isPublishing = false
    }
  }

  let tick: { changes: Map<string, Change>; sent: Promise<void> } | null = null

  function addToTick({ topics }: PublishedEvent<'topics:changed'>): Promise<void> {
    tick ??= { changes: new Map(), sent: nextTick().then(sendTick) }
    for (const change of topics) {
      const known = tick.changes.get(change.topic)
      if (known === undefined || known.version < change.version) tick.changes.set(change.topic, change)
    }
    return tick.sent
  }

  async function sendTick(): Promise<void> {
    const topics = [...(tick?.changes.values() ?? [])]
    tick = null
    await send(JSON.stringify({ name: 'topics:changed', event: { topics } }))
  }

  const publish: { [N in PublishedEventName]: (event: PublishedEvent<N>) => Promise<void> } = {
    'topics:changed': addToTick,
    'session:revoked': (event) => send(JSON.stringify({ name: 'session:revoked', event })),
    'notifications:read': (event) => send(JSON.stringify({ name: 'notifications:read', event })),
    'viewers:counted': (event) => send(JSON.stringify({ name: 'viewers:counted', event })),
    'league:left': (event) => send(JSON.stringify({ name: 'league:left', event })),
    'league:reacted': (event) => send(JSON.stringify({ name: 'league:reacted', event })),
    'league:present': (event) => send(JSON.stringify({ name: 'league:present', event })),
  }
  return { publish: (name, event) => publish[name](event) }
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([promise, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
