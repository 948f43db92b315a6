import { LATEST_MIGRATION } from '@called-it/infra/postgres/migrate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let databases: TestDatabase[]

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()])
})

afterAll(() => Promise.all(databases.map((database) => database.drop())))

test('creates a migrated database of its own', async () => {
  const [one, other] = databases
  await sql`CREATE TABLE only_here ()`.execute(one?.db ?? expect.fail())
  const seen = await sql<{ here: string | null; newest: string }>`
    SELECT to_regclass('only_here')::text AS here, (SELECT max(name) FROM kysely_migration) AS newest
  `.execute(other?.db ?? expect.fail())
  expect(seen.rows).toEqual([{ here: null, newest: LATEST_MIGRATION }])
})
