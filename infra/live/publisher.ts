import type { BridgeEvent, BridgeEventName } from '@called-it/shared/contract/live'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { writeMessage } from './message.ts'

/** Tells every gateway that something has happened. Call it after the commit, never before. */
export type LivePublisher = {
  /** Never throws and never waits long: what Redis does not carry, the gateways find in Postgres. */
  publish<N extends BridgeEventName>(name: N, event: BridgeEvent<N>): Promise<void>
}

/** For who has no Redis at hand: nobody is told, and the gateways find every change in Postgres within a second. */
export const noPublisher: LivePublisher = { publish: async () => undefined }

type Change = BridgeEvent<'topics:changed'>['topics'][number]

/** A call waits for its telling, and a page for the call. */
const LONGEST_WAIT_MS = 500

/**
 * Opens the fast way to the gateways. What moves within one tick is published at once, each topic with the
 * last of its versions; the promise of `publish` is kept when that has left, or cannot.
 *
 * @param redis a connection of the role `producer`, which fails at once while Redis is away
 */
export function openLivePublisher({
  redis,
  channel,
  log,
}: {
  redis: Redis
  channel: string
  log: Logger
}): LivePublisher {
  let isCarried = true

  async function send(message: string): Promise<void> {
    try {
      await within(LONGEST_WAIT_MS, redis.publish(channel, message))
      if (!isCarried) log.info('live events are carried again')
      isCarried = true
    } catch (error) {
      if (isCarried) log.warn({ err: error }, 'live events are not carried; gateways find the changes later')
      isCarried = false
    }
  }

  let tick: { changes: Map<string, Change>; sent: Promise<void> } | null = null

  function gather({ topics }: BridgeEvent<'topics:changed'>): Promise<void> {
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
    await send(writeMessage('topics:changed', { topics }))
  }

  const ways: { [N in BridgeEventName]: (event: BridgeEvent<N>) => Promise<void> } = {
    'topics:changed': gather,
    'session:revoked': (event) => send(writeMessage('session:revoked', event)),
  }
  return { publish: (name, event) => ways[name](event) }
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([promise, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
