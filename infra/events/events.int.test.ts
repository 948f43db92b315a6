import {
  type PublishedEvent,
  type PublishedEventName,
  publishedEvents,
} from '@called-it/shared/contract/events'
import { type KillableRedis, startKillableRedis } from '@called-it/tests/support/killable-redis'
import { PATIENT } from '@called-it/tests/support/patience'
import { listUsedVariants } from '@called-it/tests/support/payloads/payload-shape'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/tests/support/payloads/payload-versions'
import { databaseOfTest } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openRedis, type RedisRole } from '../redis/connection.ts'
import { changeAndPublish } from './change.ts'
import { type EventPublisher, openEventPublisher } from './publisher.ts'
import { subscribeToEvents } from './subscriber.ts'

/** Connections reconnect within two seconds after their server is back. */
const RECONNECTED = { timeout: 10_000 }
const log = pino({ enabled: false })
const shared = testRedis()
let killable: KillableRedis
const cleanUps: (() => void)[] = []

beforeAll(async () => {
  killable = await startKillableRedis()
})
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})
afterAll(() => killable.remove())

function connect(url: string, role: RedisRole) {
  const redis = openRedis(url, role, () => undefined)
  cleanUps.push(() => redis.disconnect())
  return redis
}

let channels = 0
function nextChannel(): string {
  channels += 1
  return `${shared.prefix}:live-${channels}`
}

async function subscribe(url: string, channel: string, onChanged?: () => void) {
  const changed: PublishedEvent<'topics:changed'>[] = []
  const revoked: PublishedEvent<'session:revoked'>[] = []
  const onResubscribed = vi.fn()
  const { close } = subscribeToEvents({
    redis: connect(url, 'subscriber'),
    channel,
    handlers: {
      'topics:changed': onChanged ?? ((event) => changed.push(event)),
      'session:revoked': (event) => revoked.push(event),
    },
    onResubscribed,
    log,
  })
  cleanUps.push(close)
  await vi.waitFor(() => expect(onResubscribed).toHaveBeenCalledOnce(), PATIENT)
  return { changed, revoked, onResubscribed }
}

async function publishTo(url: string, channel: string, role: RedisRole = 'producer') {
  const redis = connect(url, role)
  await vi.waitFor(() => expect(redis.status).toBe('ready'), RECONNECTED)
  return { redis, publisher: openEventPublisher({ redis, channel, log }) }
}

/** Publishes another event and waits for it, so that all earlier ones have been received. */
async function fence(publisher: EventPublisher, revoked: PublishedEvent<'session:revoked'>[]) {
  const userId = 1_000_000 + revoked.length
  await publisher.publish('session:revoked', { userId, reason: 'ended' })
  await vi.waitFor(() => expect(revoked.at(-1)?.userId).toBe(userId), PATIENT)
}

test('reaches every subscriber of the channel and no other', async () => {
  const channel = nextChannel()
  const [one, two, other] = [
    await subscribe(shared.url, channel),
    await subscribe(shared.url, channel),
    await subscribe(shared.url, nextChannel()),
  ]
  const { publisher } = await publishTo(shared.url, channel)
  await publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 4 }] })
  await publisher.publish('session:revoked', { userId: 3, reason: 'logout', sessionHash: 'abc' })
  for (const { changed, revoked } of [one, two]) {
    await vi.waitFor(
      () => expect(revoked).toEqual([{ userId: 3, reason: 'logout', sessionHash: 'abc' }]),
      PATIENT,
    )
    expect(changed).toEqual([{ topics: [{ topic: 'runs', version: 4 }] }])
  }
  expect(other).toMatchObject({ changed: [], revoked: [] })
})

test('publishes the changes of one tick as one message with the last versions', async () => {
  const channel = nextChannel()
  const { changed, revoked } = await subscribe(shared.url, channel)
  const { publisher } = await publishTo(shared.url, channel)
  await Promise.all([
    publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 5 }] }),
    publisher.publish('topics:changed', { topics: [{ topic: 'board:0', version: 2 }] }),
    publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 4 }] }),
  ])
  await publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 6 }] })
  await fence(publisher, revoked)
  expect(changed).toEqual([
    {
      topics: [
        { topic: 'runs', version: 5 },
        { topic: 'board:0', version: 2 },
      ],
    },
    { topics: [{ topic: 'runs', version: 6 }] },
  ])
})

test('ignores unknown fields and events, and drops invalid messages', async () => {
  const channel = nextChannel()
  const { changed, revoked } = await subscribe(shared.url, channel)
  const { redis, publisher } = await publishTo(shared.url, channel)
  const newer = { name: 'topics:changed', event: { topics: [{ topic: 'moon', version: 1, by: 'x' }], at: 7 } }
  for (const message of [
    'no json',
    'null',
    '[]',
    '{"name":"topics:changed"}',
    '{"name":"topics:changed","event":{"topics":[{"topic":"runs","version":"4"}]}}',
    '{"name":"moon:risen","event":{}}',
    '{"name":"toString","event":{}}',
    '{"name":"__proto__","event":{}}',
    JSON.stringify(newer),
  ]) {
    await redis.publish(channel, message)
  }
  await fence(publisher, revoked)
  expect(changed).toEqual([{ topics: [{ topic: 'moon', version: 1 }] }])
})

test('keeps the subscription when a handler throws', async () => {
  const channel = nextChannel()
  const { revoked } = await subscribe(shared.url, channel, () => {
    throw new Error('a handler with a fault')
  })
  const { publisher } = await publishTo(shared.url, channel)
  await publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 1 }] })
  await fence(publisher, revoked)
})

test('publishes without error while Redis is away, and resumes when it is back', async () => {
  const channel = nextChannel()
  const { changed, onResubscribed } = await subscribe(killable.url, channel)
  const { redis, publisher } = await publishTo(killable.url, channel)
  await killable.kill()
  await publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 1 }] })
  await publisher.publish('session:revoked', { userId: 3, reason: 'ended' })
  await killable.restart()
  await vi.waitFor(() => expect(onResubscribed).toHaveBeenCalledTimes(2), RECONNECTED)
  await vi.waitFor(() => expect(redis.status).toBe('ready'), RECONNECTED)
  await publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 2 }] })
  await vi.waitFor(() => expect(changed).toEqual([{ topics: [{ topic: 'runs', version: 2 }] }]), PATIENT)
})

test('limits the wait for a Redis that hangs', async () => {
  // A connection of this role has no timeout of its own.
  const { publisher } = await publishTo(killable.url, nextChannel(), 'worker')
  const pauser = connect(killable.url, 'producer')
  await vi.waitFor(() => expect(pauser.status).toBe('ready'), PATIENT)
  // PUBLISH counts as a write, so it waits.
  await pauser.call('CLIENT', 'PAUSE', '60000', 'ALL')
  await publisher.publish('topics:changed', { topics: [{ topic: 'runs', version: 1 }] })
  await killable.kill()
  await killable.restart()
})

const NAMES = ['topics:changed', 'session:revoked'] as const satisfies PublishedEventName[]

test.each(payloadVersions)('receives the messages of $name, with unknown fields', async ({ messages }) => {
  const channel = nextChannel()
  const received = await subscribe(shared.url, channel)
  const { redis, publisher } = await publishTo(shared.url, channel)
  const sent = NAMES.flatMap((name) => (messages[name] ?? []).map((event) => ({ name, event })))
  for (const message of sent) {
    await redis.publish(channel, JSON.stringify(message))
    await redis.publish(channel, JSON.stringify(withUnknownFields(message)))
  }
  await fence(publisher, received.revoked)
  const parse = (name: PublishedEventName) =>
    (messages[name] ?? []).flatMap((event) => [0, 1].map(() => publishedEvents[name].parse(event)))
  expect(received.changed).toEqual(parse('topics:changed'))
  expect(received.revoked.slice(0, -1)).toEqual(parse('session:revoked'))
})

test('publishes messages of the shape of the newest payloads', async () => {
  const database = await databaseOfTest()
  const channel = nextChannel()
  const redis = connect(shared.url, 'subscriber')
  const published: unknown[] = []
  redis.on('message', (_channel, text: string) => published.push(JSON.parse(text)))
  await redis.subscribe(channel)
  const { publisher } = await publishTo(shared.url, channel)
  await changeAndPublish(database.db, publisher, async (_trx, topics) => topics.add('settings'))
  await publisher.publish('session:revoked', { userId: 7, reason: 'password', exceptSessionHash: 'abc' })
  await vi.waitFor(() => expect(published).toHaveLength(2), PATIENT)
  for (const [index, name] of NAMES.entries()) {
    const event: unknown = Object(published[index]).event
    expect(published[index]).toEqual({ name, event })
    const known = (currentPayloads.messages[name] ?? []).flatMap((one) =>
      listUsedVariants(publishedEvents[name], one),
    )
    expect(known).toEqual(expect.arrayContaining(listUsedVariants(publishedEvents[name], event)))
  }
})
