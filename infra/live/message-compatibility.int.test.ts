import { type BridgeEvent, type BridgeEventName, bridgeEvents } from '@called-it/shared/contract/live'
import { PATIENT } from '@called-it/tests/support/patience'
import { listUsedVariants } from '@called-it/tests/support/payloads/payload-shape'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/tests/support/payloads/payload-versions'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runInRequestContext } from '../context/request-context.ts'
import { openRedis, type RedisRole } from '../redis/connection.ts'
import { changeAndPublish } from './change.ts'
import { openLivePublisher } from './publisher.ts'
import { subscribeLive } from './subscriber.ts'

const log = pino({ enabled: false })
const { url, prefix } = testRedis()
const channel = `${prefix}:live`
const NAMES = ['topics:changed', 'session:revoked'] as const satisfies BridgeEventName[]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

async function connect(role: RedisRole) {
  const redis = openRedis(url, role, () => undefined)
  cleanUps.push(() => redis.disconnect())
  await vi.waitFor(() => expect(redis.status).toBe('ready'), PATIENT)
  return redis
}

async function listen() {
  const received: { name: BridgeEventName; event: BridgeEvent<BridgeEventName> }[] = []
  const onResubscribed = vi.fn()
  const { close } = subscribeLive({
    redis: await connect('subscriber'),
    channel,
    handlers: {
      'topics:changed': (event) => received.push({ name: 'topics:changed', event }),
      'session:revoked': (event) => received.push({ name: 'session:revoked', event }),
    },
    onResubscribed,
    log,
  })
  cleanUps.push(close)
  await vi.waitFor(() => expect(onResubscribed).toHaveBeenCalled(), PATIENT)
  return received
}

describe('Redis messages', () => {
  test.each(payloadVersions)(
    'receives those of $name, with unknown fields and events',
    async ({ messages }) => {
      const received = await listen()
      const redis = await connect('producer')
      const sent = NAMES.flatMap((name) => (messages[name] ?? []).map((event) => ({ name, event })))
      for (const message of sent) {
        await redis.publish(channel, JSON.stringify({ name: 'moon:risen', event: { phase: 'full' } }))
        await redis.publish(channel, JSON.stringify(message))
        await redis.publish(channel, JSON.stringify(withUnknownFields(message)))
      }
      await vi.waitFor(() => expect(received).toHaveLength(2 * sent.length), PATIENT)
      expect(received).toEqual(
        sent.flatMap(({ name, event }) => {
          const parsed = { name, event: bridgeEvents[name].parse(event) }
          return [parsed, parsed]
        }),
      )
    },
  )

  test('has the shape of the newest payloads when published', async () => {
    const redis = await connect('subscriber')
    const published: unknown[] = []
    redis.on('message', (_channel, text: string) => published.push(JSON.parse(text)))
    await redis.subscribe(channel)
    const publisher = openLivePublisher({ redis: await connect('producer'), channel, log })
    const trail = {
      requestId: 'req-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }
    await runInRequestContext(trail, () =>
      changeAndPublish(database.db, publisher, async (_trx, topics) => topics.add('settings')),
    )
    await publisher.publish('session:revoked', { userId: 7, reason: 'password', exceptSessionHash: 'abc' })
    await vi.waitFor(() => expect(published).toHaveLength(2), PATIENT)
    for (const [index, name] of NAMES.entries()) {
      const event: unknown = Object(published[index]).event
      expect(published[index]).toEqual({ name, event })
      const known = (currentPayloads.messages[name] ?? []).flatMap((one) =>
        listUsedVariants(bridgeEvents[name], one),
      )
      expect(known).toEqual(expect.arrayContaining(listUsedVariants(bridgeEvents[name], event)))
    }
  })
})
