import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performEffect } from './effects.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function longestPause(db: TestDatabase['db']): Promise<string | undefined> {
  const shown = await sql<{ limit: string }>`
    SELECT current_setting('idle_in_transaction_session_timeout') AS "limit"`.execute(db)
  return shown.rows[0]?.limit
}

test('an effect may wait for a mail server for longer than a transaction may stand still elsewhere', async () => {
  const { db } = database
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, 'sweep', {}))
  let inEffect: string | undefined
  await performEffect(db, { outboxId, attempt: 1 }, async (trx) => {
    inEffect = await longestPause(trx)
  })
  expect(inEffect).toBe('45s')
  expect(await longestPause(db)).toBe('10s')
})
