import { type BridgeEvent, type BridgeEventName, bridgeEvents } from '@called-it/shared/contract/live'
import { listTaken } from '@called-it/shared/contract/testing/payload-shape'
import {
  payloadVersions,
  todaysPayloads,
  withUnknownFields,
} from '@called-it/shared/contract/testing/payload-versions'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runInRequestContext } from '../context/request-context.ts'
import { PATIENT } from '../embedded/patience.ts'
import { testRedis } from '../embedded/test-redis.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { openRedis, type RedisRole } from '../redis/connection.ts'
import { changeAndTell } from './change.ts'
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

/** A program of today that has begun to listen. */
async function listen() {
  const heard: { name: BridgeEventName; event: BridgeEvent<BridgeEventName> }[] = []
  const onResubscribed = vi.fn()
  const { close } = subscribeLive({
    redis: await connect('subscriber'),
    channel,
    handlers: {
      'topics:changed': (event) => heard.push({ name: 'topics:changed', event }),
      'session:revoked': (event) => heard.push({ name: 'session:revoked', event }),
    },
    onResubscribed,
    log,
  })
  cleanUps.push(close)
  await vi.waitFor(() => expect(onResubscribed).toHaveBeenCalled(), PATIENT)
  return heard
}

describe.each(payloadVersions)('what the programs of $name tell', ({ bridge }) => {
  test.each([
    { how: 'as it is', written: (message: unknown) => message },
    { how: 'with fields that today has not, between events that it has not', written: withUnknownFields },
  ])('is heard by those of today, $how', async ({ written }) => {
    const heard = await listen()
    const redis = await connect('producer')
    const told = NAMES.flatMap((name) => (bridge[name] ?? []).map((event) => ({ name, event })))
    for (const message of told) {
      await redis.publish(channel, JSON.stringify({ name: 'moon:risen', event: { phase: 'full' } }))
      await redis.publish(channel, JSON.stringify(written(message)))
    }
    await vi.waitFor(() => expect(heard).toHaveLength(told.length), PATIENT)
    expect(heard).toEqual(told.map(({ name, event }) => ({ name, event: bridgeEvents[name].parse(event) })))
  })
})

test('what is told today has the shape that the newest file has, around it and in it', async () => {
  const redis = await connect('subscriber')
  const told: unknown[] = []
  redis.on('message', (_channel, text: string) => told.push(JSON.parse(text)))
  await redis.subscribe(channel)
  const publisher = openLivePublisher({ redis: await connect('producer'), channel, log })
  const context = {
    requestId: 'req-1',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }
  await runInRequestContext(context, () =>
    changeAndTell(database.db, publisher, async (_trx, topics) => topics.add('settings')),
  )
  await publisher.publish('session:revoked', { userId: 7, reason: 'password', exceptSessionHash: 'abc' })
  await vi.waitFor(() => expect(told).toHaveLength(2), PATIENT)
  for (const [index, name] of NAMES.entries()) {
    const event: unknown = Object(told[index]).event
    expect(told[index]).toEqual({ name, event })
    const known = (todaysPayloads.bridge[name] ?? []).flatMap((one) => listTaken(bridgeEvents[name], one))
    expect(known).toEqual(expect.arrayContaining(listTaken(bridgeEvents[name], event)))
  }
})
