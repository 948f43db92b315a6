import { insertJob, jobNames, lockDueJobs } from '@called-it/infra/postgres/queries/work/outbox'
import { openQueues, type Queues } from '@called-it/infra/queues/queues'
import { openRedis, type RedisConnection } from '@called-it/infra/redis/connection'
import { makeUser } from '@called-it/tests/support/factories'
import { type KillableRedis, startKillableRedis } from '@called-it/tests/support/killable-redis'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { startTestWorkers, type WorkerBench } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

const PATIENCE = { timeout: 60_000, interval: 50 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
})

/** `sent` of the workers shows which mails were sent. */
async function orderMail(): Promise<string> {
  const user = await makeUser(database.db, { isVerified: false })
  return database.db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: user.id }))
}

const outboxRow = (id: string) =>
  database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const untilDone = (id: string) =>
  expect.poll(async () => (await outboxRow(id)).done_at, PATIENCE).not.toBeNull()

/** Stopped when the test has finished. */
function start(redisUrl: string, namespace: string): WorkerBench {
  const workers = startTestWorkers({ database, redisUrl, namespace })
  let stopped: Promise<void> | null = null
  const stop = () => {
    stopped ??= workers.stop()
    return stopped
  }
  onTestFinished(stop)
  return { ...workers, stop }
}

async function openProducer(url: string): Promise<RedisConnection> {
  const redis = openRedis(url, 'producer', () => undefined)
  onTestFinished(() => redis.disconnect())
  await expect.poll(() => redis.status, PATIENCE).toBe('ready')
  return redis
}

/** A relay that is killed after enqueueing and before its commit. */
async function handOverWithoutCommit(queues: Queues): Promise<void> {
  const killed = database.db.transaction().execute(async (trx) => {
    const open = await lockDueJobs(trx, jobNames(), 100)
    await queues.add(open)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
}

test('executes an enqueued job once and soon', async () => {
  const { url, prefix } = testRedis()
  const workers = start(url, prefix)
  const ids = [await orderMail(), await orderMail(), await orderMail()]
  for (const id of ids) await untilDone(id)
  expect(workers.sent).toHaveLength(3)
})

test('shares jobs between two workers without duplicates', async () => {
  const { url, prefix } = testRedis()
  const both = [start(url, prefix), start(url, prefix)]
  const ids = await Promise.all(Array.from({ length: 30 }, orderMail))
  for (const id of ids) await untilDone(id)
  expect(both.flatMap(({ sent }) => sent)).toHaveLength(30)
})

test('ignores the duplicate of a relay killed between enqueue and commit', async () => {
  const { url, prefix } = testRedis()
  const queues = openQueues(await openProducer(url), { namespace: prefix, onError: () => undefined })
  onTestFinished(() => queues.close())
  const id = await orderMail()
  await handOverWithoutCommit(queues)
  await database.db.updateTable('outbox').set({ attempt: 1 }).where('id', '=', id).execute()
  await handOverWithoutCommit(queues)
  const workers = start(url, prefix)
  await untilDone(id)
  const later = await orderMail()
  await untilDone(later)
  expect(workers.sent).toHaveLength(2)
  expect(await outboxRow(id)).toMatchObject({ failures: 0 })
})

test('leaves an unknown job open for a newer release', async () => {
  const { url, prefix } = testRedis()
  start(url, prefix)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO outbox (job, payload) VALUES ('bake-cake', '{}') RETURNING id`.execute(database.db)
  await untilDone(await orderMail())
  expect(await outboxRow(rows[0]?.id ?? '')).toMatchObject({ attempt: 0, done_at: null, failures: 0 })
})

test('completes active jobs when workers stop', async () => {
  const { url, prefix } = testRedis()
  const workers = start(url, prefix)
  const ids = await Promise.all(Array.from({ length: 10 }, orderMail))
  await expect.poll(() => workers.sent.length, PATIENCE).toBeGreaterThan(0)
  await workers.stop()
  const rows = await Promise.all(ids.map(outboxRow))
  expect(workers.sent).toHaveLength(rows.filter((row) => row.done_at !== null).length)
})

test('reconnects when Postgres drops every connection', async () => {
  const { url, prefix } = testRedis()
  start(url, prefix)
  await untilDone(await orderMail())
  await database.pool
    .query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    .catch(() => undefined)
  await untilDone(await orderMail())
})

/** A Redis of the test's own, since these empty and kill it. */
let redis: KillableRedis
beforeEach(async ({ task }) => {
  if (task.name.startsWith('Redis')) redis = await startKillableRedis()
})
afterEach(async ({ task }) => {
  if (task.name.startsWith('Redis')) await redis.remove()
})

test('enqueues open jobs again when Redis was emptied', async () => {
  const producer = await openProducer(redis.url)
  const queues = openQueues(producer, { namespace: 'wiped', onError: () => undefined })
  onTestFinished(() => queues.close())
  const workers = start(redis.url, 'wiped')
  await untilDone(await orderMail())

  // Enqueued, and lost before a worker took it.
  const { rows } = await sql<{ id: string }>`
    INSERT INTO outbox (job, payload, attempt, enqueued_at, next_at)
    VALUES ('sweep', '{}', 1, now(), now() + interval '1 hour') RETURNING id`.execute(database.db)
  await producer.flushall()
  await untilDone(rows[0]?.id ?? '')
  await untilDone(await orderMail())
  expect(workers.sent).toHaveLength(2)
})

test('continues as soon as Redis is back', async () => {
  const workers = start(redis.url, 'away')
  await untilDone(await orderMail())
  await redis.kill()
  const ids = [await orderMail(), await orderMail()]
  await redis.restart()
  for (const id of ids) await untilDone(id)
  expect(workers.sent).toHaveLength(3)
})

test('waits for Redis that is away at the start', async () => {
  await redis.kill()
  const workers = start(redis.url, 'late')
  const id = await orderMail()
  await redis.restart()
  await untilDone(id)
  expect(workers.sent).toHaveLength(1)
})
