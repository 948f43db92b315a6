import { NO_REQUEST_CONTEXT } from '@called-it/infra/context/request-context'
import { PATIENT } from '@called-it/infra/embedded/patience'
import { makeUser } from '@called-it/infra/postgres/factories'
import { orderJob } from '@called-it/infra/postgres/queries/outbox'
import { openQueueReader } from '@called-it/infra/queues/queue-states'
import { openQueues } from '@called-it/infra/queues/queues'
import { openRedis } from '@called-it/infra/redis/connection'
import { type MortalRedis, startMortalRedis } from '@called-it/infra/redis/test-redis-server'
import { topics } from '@called-it/shared/contract/live'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestClient, TestGateway } from './testing/open-gateway.ts'
import { RECONNECTED, useGateways } from './testing/use-gateways.ts'

const LOOK_MS = 2_000

const gateways = useGateways()
const { open, connect, atEnd } = gateways

let mortal: MortalRedis
beforeAll(async () => {
  mortal = await startMortalRedis()
})
afterAll(() => mortal.remove())

async function logIn({ isAdmin }: { isAdmin: boolean }) {
  const user = await makeUser(gateways.place.db, { isAdmin })
  return gateways.logIn(user.id, { isAdmin })
}

const orderMail = () =>
  gateways.place.db.transaction().execute((trx) => orderJob(trx, 'mail-verification', { userId: 1 }))

/** Counts how often a gateway has read the queues; `onRead` is called each time. */
function countedQueues(channel: string, redisUrl = gateways.place.redisUrl) {
  const redis = openRedis(redisUrl, 'dashboard', () => undefined)
  atEnd(() => redis.disconnect())
  const reader = openQueueReader(redis, { namespace: channel, onError: () => undefined })
  const counted = {
    readings: 0,
    read: () => {
      counted.readings += 1
      return reader.read()
    },
  }
  return counted
}

/** Lets the clock reach the next look, and waits for what it tells. */
async function nextTelling(gateway: TestGateway, client: TestClient, told: number) {
  gateway.clock.advance(LOOK_MS)
  await vi.waitFor(() => expect(client.all('operations:told')).toHaveLength(told), RECONNECTED)
  return client.all('operations:told').at(-1)
}

test('admins are told how the work stands, and nobody else is', async () => {
  const gateway = await open()
  const admin = await connect(gateway, await logIn({ isAdmin: true }))
  const others = [await connect(gateway, await logIn({ isAdmin: false })), await connect(gateway)]
  const first = await nextTelling(gateway, admin, 1)
  expect(first).toMatchObject({ topic: topics.operations, from: 0, operations: { outbox: { open: 0 } } })
  await orderMail()
  const second = await nextTelling(gateway, admin, 2)
  expect(second?.operations.outbox).toMatchObject({ open: 1, oldestOpenMs: expect.any(Number) })
  expect(second?.to).toBeGreaterThan(first?.to ?? 0)
  for (const other of others) expect(other.names()).not.toContain('operations:told')
})

test('nothing is told while nothing happens, and nothing is read while no admin is there', async () => {
  const queues = countedQueues('quiet')
  const gateway = await open({ parts: { queues } })
  await connect(gateway, await logIn({ isAdmin: false }))
  gateway.clock.advance(10 * LOOK_MS)
  const admin = await connect(gateway, await logIn({ isAdmin: true }))
  await nextTelling(gateway, admin, 1)
  expect(queues.readings).toBe(1)

  gateway.clock.advance(LOOK_MS)
  await vi.waitFor(() => expect(queues.readings).toBe(2), PATIENT)
  await orderMail()
  const told = await nextTelling(gateway, admin, 2)
  expect(told?.operations.outbox.open).toBe(
    (admin.all('operations:told')[0]?.operations.outbox.open ?? 0) + 1,
  )

  admin.socket.disconnect()
  await vi.waitFor(() => expect(gateway.hub.count()).toBe(1), PATIENT)
  const readings = queues.readings
  gateway.clock.advance(10 * LOOK_MS)
  await connect(gateway, await logIn({ isAdmin: true }))
  gateway.clock.advance(LOOK_MS)
  await vi.waitFor(() => expect(queues.readings).toBe(readings + 1), PATIENT)
})

test('what happened and passed between two looks is told, for whoever has read it meanwhile', async () => {
  const channel = 'passing'
  const gateway = await open({ parts: { queues: countedQueues(channel) } })
  const admin = await connect(gateway, await logIn({ isAdmin: true }))
  await nextTelling(gateway, admin, 1)
  const producer = openRedis(gateways.place.redisUrl, 'producer', () => undefined)
  atEnd(() => producer.disconnect())
  await vi.waitFor(() => expect(producer.status).toBe('ready'), PATIENT)
  const queues = openQueues(producer, { namespace: channel, onError: () => undefined })
  await queues.add([{ ...NO_REQUEST_CONTEXT, job: 'sweep', outboxId: 'of-a-test', attempt: 1, payload: {} }])
  const reader = openQueueReader(producer, { namespace: channel, onError: () => undefined })
  for (const queue of (await reader.queues()) ?? []) await queue.drain()
  const { operations } = (await nextTelling(gateway, admin, 2)) ?? {}
  expect(operations?.queues).toEqual(admin.all('operations:told')[0]?.operations.queues)
  await Promise.all([reader.close(), queues.close()])
})

test('while Redis is away the outbox is told, and the queues are told when it is back', async () => {
  const gateway = await open({ parts: { queues: countedQueues('mortal', mortal.url) } })
  const admin = await connect(gateway, await logIn({ isAdmin: true }))
  expect((await nextTelling(gateway, admin, 1))?.operations.queues).toHaveLength(3)
  await mortal.kill()
  const hears = (isAway: boolean) =>
    vi.waitFor(() => {
      gateway.clock.advance(LOOK_MS)
      expect(admin.all('operations:told').at(-1)?.operations.queues === null).toBe(isAway)
    }, RECONNECTED)
  await hears(true)
  await orderMail()
  const told = admin.all('operations:told').length
  expect((await nextTelling(gateway, admin, told + 1))?.operations.redisTrouble).toContain('Redis')
  await mortal.revive()
  await hears(false)
})
