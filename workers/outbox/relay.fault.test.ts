import { insertJob, jobNames, listDueJobsForUpdate } from '@called-it/infra/postgres/queries/work/outbox'
import { openQueues } from '@called-it/infra/queues/queues'
import { openRedis } from '@called-it/infra/redis/connection'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { startKillableRedis } from '@called-it/tests/support/killable-redis'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { workersOfTest } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const database = await databaseOfFile()
beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
})

async function insertMail(): Promise<string> {
  const user = await makeUser(database.db, { isVerified: false })
  return database.db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: user.id }))
}

async function insertRow(job: string, payload: string, failures = 0): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO outbox (job, payload, failures) VALUES (${job}, ${payload}, ${failures}) RETURNING id`.execute(
    database.db,
  )
  return rows[0]?.id ?? expect.fail('nothing was stored')
}

const rowOf = (id: string) =>
  database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const waitUntilDone = (id: string) => expect.poll(async () => (await rowOf(id)).done_at).not.toBeNull()

/** `sent` has the mails. */
const start = (redisUrl: string, namespace: string) => workersOfTest({ database, redisUrl, namespace })

describe('relay with workers', () => {
  test('shares jobs between two workers without duplicates', async () => {
    const { url, prefix } = testRedis()
    const both = [start(url, prefix), start(url, prefix)]
    const ids = await Promise.all(Array.from({ length: 30 }, insertMail))
    for (const id of ids) await waitUntilDone(id)
    expect(both.flatMap(({ sent }) => sent)).toHaveLength(30)
  })

  test('ignores the duplicate of a relay killed between enqueue and commit', async () => {
    const { url, prefix } = testRedis()
    const redis = openRedis(url, 'producer', () => undefined)
    onTestFinished(() => redis.disconnect())
    await expect.poll(() => redis.status).toBe('ready')
    const queues = openQueues(redis, { namespace: prefix, onError: () => undefined })
    onTestFinished(() => queues.close())
    const id = await insertMail()
    for (const attempt of [1, 2]) {
      const killed = database.db.transaction().execute(async (trx) => {
        await queues.add(await listDueJobsForUpdate(trx, jobNames(), 100))
        throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
      if (attempt === 1) await database.db.updateTable('outbox').set({ attempt }).execute()
    }
    const workers = start(url, prefix)
    await waitUntilDone(id)
    await waitUntilDone(await insertMail())
    expect(workers.sent).toHaveLength(2)
    expect(await rowOf(id)).toMatchObject({ failures: 0 })
  })

  // F15, guarded by the number of failures after which a job is dead (`queries/work/outbox.ts`): without it, it is retried
  // for ever.
  test('dead-letters a job that always throws, and keeps working', async () => {
    const workers = workersOfTest({ database })
    const id = await insertRow('sweep', '[]', 18)
    await waitUntilDone(await insertMail())
    await expect.poll(async () => (await rowOf(id)).failures).toBe(19)
    expect(await rowOf(id)).toMatchObject({ dead_at: null, last_error: expect.stringContaining('Zod') })
    await database.db.updateTable('outbox').set({ next_at: sql<Date>`now()` }).where('id', '=', id).execute()
    await expect.poll(async () => (await rowOf(id)).dead_at).not.toBeNull()
    await waitUntilDone(await insertMail())
    expect(workers.sent).toHaveLength(2)
  })

  test('completes active jobs when workers stop', async () => {
    const workers = workersOfTest({ database })
    const ids = await Promise.all(Array.from({ length: 10 }, insertMail))
    await expect.poll(() => workers.sent.length).toBeGreaterThan(0)
    await workers.stop()
    const rows = await Promise.all(ids.map(rowOf))
    expect(workers.sent).toHaveLength(rows.filter((row) => row.done_at !== null).length)
  })

  test('reconnects when Postgres drops every connection', async () => {
    workersOfTest({ database })
    await waitUntilDone(await insertMail())
    await database.pool
      .query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
      .catch(() => undefined)
    await waitUntilDone(await insertMail())
  })

  test('waits for Redis that is away at the start', async () => {
    const redis = await startKillableRedis()
    onTestFinished(() => redis.remove())
    await redis.kill()
    const workers = start(redis.url, 'late')
    const id = await insertMail()
    await redis.restart()
    await waitUntilDone(id)
    expect(workers.sent).toHaveLength(1)
  })
})
