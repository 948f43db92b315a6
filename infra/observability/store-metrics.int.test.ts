import { type KillableRedis, startKillableRedis } from '@called-it/tests/support/killable-redis'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertJob, updateFailedJob } from '../postgres/queries/work/outbox.ts'
import { openQueues } from '../queues/queues.ts'
import { openRedis, type RedisConnection } from '../redis/connection.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { measureStores } from './store-metrics.ts'

const database = await databaseOfFile()
let redis: KillableRedis
let producer: RedisConnection
let metrics: Metrics

beforeAll(async () => {
  redis = await startKillableRedis()
  producer = openRedis(redis.url, 'producer', () => undefined)
  await untilReady()
  metrics = createMetrics('workers')
  measureStores(metrics, { postgres: database, redis: { producer }, namespace: 'metrics' })
})
afterAll(async () => {
  producer.disconnect()
  await redis.remove()
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

describe('store metrics', () => {
  test('counts pending jobs of the outbox and the queues with their age', async () => {
    const { db } = database
    const [open, dead] = await db
      .transaction()
      .execute(async (trx) => [
        await insertJob(trx, 'mail-verification', { userId: 1 }),
        await insertJob(trx, 'mail-password-reset', { userId: 1 }),
      ])
    // Mails are dead-lettered after a day.
    await database.pool.query("UPDATE outbox SET created_at = now() - interval '25 hours'")
    await db
      .transaction()
      .execute((trx) => updateFailedJob(trx, { id: dead ?? '', attempt: 1, error: 'gone' }))
    const queues = openQueues(producer, { namespace: 'metrics', onError: () => undefined })
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

    const values = await scrape()
    expect(values.get('up{service="postgres"}')).toBe(1)
    expect(values.get('up{service="redis"}')).toBe(1)
    expect(values.get('outbox_pending{queue="mail"}')).toBe(1)
    expect(values.get('outbox_dead_letters{queue="mail"}')).toBe(1)
    expect(values.get('outbox_oldest_age_seconds{queue="mail"}')).toBeGreaterThan(24 * 3_600)
    expect(values.get('outbox_pending{queue="runs"}')).toBe(0)
    expect(values.get('outbox_oldest_age_seconds{queue="runs"}')).toBe(0)
    expect(values.get('queue_waiting_jobs{queue="mail"}')).toBe(1)
    expect(values.get('queue_oldest_age_seconds{queue="mail"}')).toBeGreaterThan(0)
    expect(values.get('queue_waiting_jobs{queue="runs"}')).toBe(0)
    expect(values.get('redis_connected{role="producer"}')).toBe(1)
    expect(values.get('postgres_pool_connections{state="max"}')).toBe(database.pool.options.max)
  })

  test('has the age of the newest backup, and whether one has failed since', async () => {
    const endOne = (state: 'done' | 'failed', minutesAgo: number) =>
      database.db
        .insertInto('backup_work')
        .values({
          kind: 'write',
          file: 'a.backup',
          state,
          ended_at: new Date(Date.now() - minutesAgo * 60_000),
        })
        .execute()
    const readBackups = async () => {
      const values = await scrape()
      return [values.get('backup_age_seconds{}'), values.get('backup_failed{}')]
    }
    expect(await readBackups()).toEqual([undefined, 0])
    await endOne('done', 60)
    expect(await readBackups()).toEqual([expect.closeTo(3_600, -2), 0])
    await endOne('failed', 10)
    expect(await readBackups()).toEqual([expect.closeTo(3_600, -2), 1])
    await endOne('done', 5)
    expect(await readBackups()).toEqual([expect.closeTo(300, -2), 0])
  })

  test('leaves out only the metrics of Redis until Redis is back', async () => {
    await redis.kill()
    await vi.waitFor(() => expect(producer.status).not.toBe('ready'), { timeout: 10_000 })
    const away = await scrape()
    expect(away.get('up{service="redis"}')).toBe(0)
    expect(away.get('up{service="postgres"}')).toBe(1)
    expect(away.get('redis_connected{role="producer"}')).toBe(0)
    expect([...away.keys()].filter((name) => name.startsWith('queue_'))).toEqual([])
    expect(away.has('outbox_pending{queue="mail"}')).toBe(true)
    await redis.restart()
    await untilReady()
    expect((await scrape()).get('up{service="redis"}')).toBe(1)
  })

  test('does not wait for a connection when the Postgres pool is exhausted', async () => {
    const { max } = database.pool.options
    const taken = await Promise.all(Array.from({ length: max }, () => database.pool.connect()))
    try {
      const away = await scrape()
      expect(away.get('up{service="postgres"}')).toBe(0)
      expect([...away.keys()].filter((name) => name.startsWith('outbox_'))).toEqual([])
      expect(away.get('up{service="redis"}')).toBe(1)
      expect(away.get('postgres_pool_connections{state="busy"}')).toBe(max)
    } finally {
      for (const client of taken) client.release()
    }
    await vi.waitFor(async () => expect((await scrape()).get('up{service="postgres"}')).toBe(1), {
      timeout: 10_000,
    })
  })
})
