import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { makeUser } from '@called-it/tests/support/factories'
import { createTestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { startTestWorkers } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

const PATIENCE = { timeout: 60_000, interval: 50 }

// F15, guarded by the number of failures after which a job is dead (`queries/work/outbox.ts`): without it, it is retried for ever.
test('dead-letters a job that always throws, and keeps working', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const { db } = database
  const { url, prefix } = testRedis()
  const workers = startTestWorkers({ database, redisUrl: url, namespace: prefix })
  onTestFinished(() => workers.stop())
  const job = (id: string) =>
    db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  async function sendMail(): Promise<void> {
    const user = await makeUser(db, { isVerified: false })
    const id = await db
      .transaction()
      .execute((trx) => insertJob(trx, 'mail-verification', { userId: user.id }))
    await expect.poll(async () => (await job(id)).done_at, PATIENCE).not.toBeNull()
  }

  const { rows } = await sql<{ id: string }>`
    INSERT INTO outbox (job, payload, failures) VALUES ('sweep', '[]', 18) RETURNING id`.execute(db)
  const id = rows[0]?.id ?? expect.fail('nothing was stored')
  await sendMail()
  await expect.poll(async () => (await job(id)).failures, PATIENCE).toBe(19)
  expect(await job(id)).toMatchObject({ dead_at: null, last_error: expect.stringContaining('Zod') })
  await db.updateTable('outbox').set({ next_at: sql<Date>`now()` }).where('id', '=', id).execute()
  await expect.poll(async () => (await job(id)).dead_at, PATIENCE).not.toBeNull()
  await sendMail()
  expect(workers.sent).toHaveLength(2)
})
