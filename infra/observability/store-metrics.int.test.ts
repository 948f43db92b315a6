import { type KillableRedis, startKillableRedis } from '@called-it/tests/support/killable-redis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertJob, updateFailedJob } from '../postgres/queries/work/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { openQueues } from '../queues/queues.ts'
import { openRedis, type RedisConnection } from '../redis/connection.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { measureStores } from './store-metrics.ts'
import { followTrail } from './trail.ts'

let database: TestDatabase
let redis: KillableRedis
let producer: RedisConnection
let metrics: Metrics

beforeAll(async () => {
  database = await createTestDatabase()
  redis = await startKillableRedis()
  producer = openRedis(redis.url, 'producer', () => undefined)
  await untilReady()
  metrics = createMetrics('workers')
  measureStores(metrics, { postgres: database, redis: { producer }, namespace: 'figures' })
})
afterAll(async () => {
  producer.disconnect()
  await redis.remove()
  await database.drop()
})

const untilReady = () => vi.waitFor(() => expect(producer.status).toBe('ready'), { timeout: 10_000 })

async function scrape(): Promise<Map<string, number>> {
  const lines = (await metrics.scrape()).split('\n').filter((line) => line.startsWith('called_it_'))
  return new Map(
    lines.map((line) => {
      const [series = '', value] = line.replace(/,program="workers"|program="workers",?/, '').split(' ')
      return [series.replace('called_it_', ''), Number(value)]
    }),
  )
}

test('what waits in the outbox and in the queues is counted, with its age', async () => {
  const { db } = database
  const [open, dead] = await db
    .transaction()
    .execute(async (trx) => [
      await insertJob(trx, 'mail-verification', { userId: 1 }),
      await insertJob(trx, 'mail-password-reset', { userId: 1 }),
    ])
  // Mails are given up after a day.
  await database.pool.query("UPDATE outbox SET created_at = now() - interval '25 hours'")
  await db.transaction().execute((trx) => updateFailedJob(trx, { id: dead ?? '', attempt: 1, error: 'gone' }))
  const queues = openQueues(producer, { namespace: 'figures', onError: () => undefined })
  await queues.add([
    {
      job: 'mail-verification',
      outboxId: open ?? '',
      attempt: 1,
      payload: {},
      requestId: null,
      traceparent: null,
    },
  ])

  const figures = await scrape()
  expect(figures.get('up{service="postgres"}')).toBe(1)
  expect(figures.get('up{service="redis"}')).toBe(1)
  expect(figures.get('outbox_open_jobs{queue="mail"}')).toBe(1)
  expect(figures.get('outbox_dead_jobs{queue="mail"}')).toBe(1)
  expect(figures.get('outbox_oldest_seconds{queue="mail"}')).toBeGreaterThan(24 * 3_600)
  expect(figures.get('outbox_open_jobs{queue="runs"}')).toBe(0)
  expect(figures.get('outbox_oldest_seconds{queue="runs"}')).toBe(0)
  expect(figures.get('queue_waiting_jobs{queue="mail"}')).toBe(1)
  expect(figures.get('queue_oldest_seconds{queue="mail"}')).toBeGreaterThan(0)
  expect(figures.get('queue_waiting_jobs{queue="runs"}')).toBe(0)
  expect(figures.get('redis_connected{role="producer"}')).toBe(1)
  expect(figures.get('pool_connections{state="most"}')).toBe(10)
})

test('while Redis is away its figures are absent and the others are there, and it is found again', async () => {
  await redis.kill()
  await vi.waitFor(() => expect(producer.status).not.toBe('ready'), { timeout: 10_000 })
  const away = await scrape()
  expect(away.get('up{service="redis"}')).toBe(0)
  expect(away.get('up{service="postgres"}')).toBe(1)
  expect(away.get('redis_connected{role="producer"}')).toBe(0)
  expect([...away.keys()].filter((name) => name.startsWith('queue_'))).toEqual([])
  expect(away.has('outbox_open_jobs{queue="mail"}')).toBe(true)
  await redis.restart()
  await untilReady()
  expect((await scrape()).get('up{service="redis"}')).toBe(1)
})

test('while every connection to Postgres is taken, the scrape tells so and does not wait for one', async () => {
  const taken = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()))
  try {
    const away = await scrape()
    expect(away.get('up{service="postgres"}')).toBe(0)
    expect([...away.keys()].filter((name) => name.startsWith('outbox_'))).toEqual([])
    expect(away.get('up{service="redis"}')).toBe(1)
    expect(away.get('pool_connections{state="busy"}')).toBe(10)
  } finally {
    for (const client of taken) client.release()
  }
  await vi.waitFor(async () => expect((await scrape()).get('up{service="postgres"}')).toBe(1), {
    timeout: 10_000,
  })
})

test('an order keeps the trail that it was made on', async () => {
  const trail = { requestId: 'asked-by', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
  const id = await followTrail(trail, () =>
    database.db.transaction().execute((trx) => insertJob(trx, 'sweep', {})),
  )
  const row = await database.db
    .selectFrom('outbox')
    .select(['request_id', 'traceparent'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ request_id: 'asked-by', traceparent: trail.traceparent })
})
