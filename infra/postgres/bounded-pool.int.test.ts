import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from './client.ts'

const LIMIT_MS = 400

function openBounded() {
  const url = inject('templateDatabaseUrl').replace(/\/[^/]*$/, '/postgres')
  const postgres = openPostgres({
    url,
    program: 'test',
    queryTimeoutMs: LIMIT_MS,
    onConnectionError: () => undefined,
  })
  onTestFinished(postgres.close)
  return postgres
}

test('ends a transaction without a response and refuses what follows for a moment', async () => {
  const { db, pool } = openBounded()
  const read = () => sql`SELECT 1`.execute(db)
  const startedAt = performance.now()
  await expect(db.transaction().execute((trx) => sql`SELECT pg_sleep(30)`.execute(trx))).rejects.toThrow(
    'Query read timeout',
  )
  expect(performance.now() - startedAt).toBeLessThan(10 * LIMIT_MS)
  expect(pool.totalCount).toBe(0)
  await expect(read()).rejects.toThrow('Postgres does not respond')
  await expect(pool.query('SELECT 1')).rejects.toThrow('Postgres does not respond')
  await expect.poll(() => read().catch(() => null)).toMatchObject({ rows: [{}] })
})

test('refuses nothing while other queries get responses', async () => {
  const { db } = openBounded()
  let isSlow = true
  const slow = sql`SELECT pg_sleep(30)`
    .execute(db)
    .catch((error: unknown) => error)
    .finally(() => {
      isSlow = false
    })
  while (isSlow) await sql`SELECT 1`.execute(db)
  expect(await slow).toMatchObject({ message: 'Query read timeout' })
  expect((await sql`SELECT 1`.execute(db)).rows).toHaveLength(1)
})
