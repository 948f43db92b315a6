import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { openQueueReader } from '@called-it/infra/queues/queue-states'
import { openRedis } from '@called-it/infra/redis/connection'
import { topics } from '@called-it/shared/contract/events'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import type { TestClient, TestGateway } from '@called-it/tests/support/realtime/open-gateway'
import { RECONNECTED, setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { expect, test, vi } from 'vitest'

const INTERVAL_MS = 2_000

const gateways = setUpGateways()
const { open, connect, atEnd } = gateways

async function logIn({ isAdmin }: { isAdmin: boolean }) {
  const user = await makeUser(gateways.place.db, { isAdmin })
  return gateways.logIn(user.id, { isAdmin })
}

const enqueueMail = () =>
  gateways.place.db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: 1 }))

/** Counts how often a gateway reads the workers. */
function countedQueues(channel: string) {
  const redis = openRedis(gateways.place.redisUrl, 'dashboard', () => undefined)
  atEnd(() => redis.disconnect())
  const reader = openQueueReader(redis, { namespace: channel, onError: () => undefined })
  const counted = {
    reads: 0,
    workers: () => {
      counted.reads += 1
      return reader.workers()
    },
  }
  return counted
}

/** Advances the clock to the next poll, and waits for its event. */
async function nextEvent(gateway: TestGateway, client: TestClient, count: number) {
  gateway.clock.advance(INTERVAL_MS)
  await vi.waitFor(() => expect(client.all('operations:changed')).toHaveLength(count), RECONNECTED)
  return client.all('operations:changed').at(-1)
}

test('sends the state of operations to admins only', async () => {
  const gateway = await open()
  const admin = await connect(gateway, await logIn({ isAdmin: true }))
  const others = [await connect(gateway, await logIn({ isAdmin: false })), await connect(gateway)]
  const first = await nextEvent(gateway, admin, 1)
  expect(first).toMatchObject({ topic: topics.operations, from: 0, operations: { outbox: { open: 0 } } })
  await enqueueMail()
  const second = await nextEvent(gateway, admin, 2)
  expect(second?.operations.outbox).toMatchObject({ open: 1, oldestOpenMs: expect.any(Number) })
  expect(second?.to).toBeGreaterThan(first?.to ?? 0)
  for (const other of others) expect(other.names()).not.toContain('operations:changed')
})

test('sends nothing while nothing changes, and reads nothing without an admin', async () => {
  const queues = countedQueues('quiet')
  const gateway = await open({ parts: { queues } })
  await connect(gateway, await logIn({ isAdmin: false }))
  gateway.clock.advance(10 * INTERVAL_MS)
  const admin = await connect(gateway, await logIn({ isAdmin: true }))
  await nextEvent(gateway, admin, 1)
  expect(queues.reads).toBe(1)

  gateway.clock.advance(INTERVAL_MS)
  await expect.poll(() => queues.reads).toBe(2)
  await enqueueMail()
  await nextEvent(gateway, admin, 2)
})
