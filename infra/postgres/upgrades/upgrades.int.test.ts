import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findWrongScores } from '@called-it/tests/support/find-violations'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Postgres } from '../client.ts'
import { LATEST_MIGRATION, migrateToLatest, migrations } from '../migrate.ts'
import { isMigrated } from '../queries/migrations.ts'
import { verifyStandings } from '../queries/standings-count.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { createOldDatabase, oldVersions, triedVersions } from './testing/old-database.ts'

async function listTables({ pool }: Postgres): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

type Row = Record<string, unknown>

/** Every row of every table, by the table's name, each in an order that a new column does not change. */
async function readAll(database: Postgres): Promise<Map<string, Row[]>> {
  const kept = new Map<string, Row[]>()
  for (const table of await listTables(database)) {
    const { rows } = await database.pool.query<{ row: Row }>(
      `SELECT to_jsonb(t) AS row FROM ${table} AS t ORDER BY ${await keyOf(database, table)}`,
    )
    kept.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return kept
}

async function keyOf({ pool }: Postgres, table: string): Promise<string> {
  const { rows } = await pool.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY array_position(indkey::smallint[], attnum)) AS columns
     FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
     WHERE indrelid = $1::regclass AND indisprimary`,
    [table],
  )
  return rows[0]?.columns ?? expect.fail(`${table} has no key`)
}

/** What the database itself holds rows to: columns, constraints and indexes. */
async function describeSchema({ pool }: Postgres): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT 'column' AS what, attrelid::regclass::text AS of, attname::text AS name,
       format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END AS definition
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
     UNION ALL SELECT 'constraint', conrelid::regclass::text, conname::text, pg_get_constraintdef(oid)
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT 'index', tablename::text, indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
     ORDER BY 1, 2, 3`,
  )
  return rows
}

/** Checks every row against the constraints that were added without it; throws where one does not fulfil them. */
async function validateConstraints({ pool }: Postgres): Promise<void> {
  const { rows } = await pool.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND NOT convalidated`,
  )
  for (const { table, name } of rows) await pool.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`)
}

describe.each(triedVersions)('a database of $lastMigration', (version) => {
  let database: TestDatabase
  let before: Map<string, Row[]>
  beforeAll(async () => {
    database = await createOldDatabase(version)
    expect(await isMigrated(database.db, version.lastMigration)).toBe(true)
    before = await readAll(database)
    await migrateToLatest(database.url, () => undefined)
  })
  afterAll(() => database.drop())

  test('has had rows in every table', () => {
    const empty = [...before].filter(([, rows]) => rows.length === 0)
    expect(before.size).toBeGreaterThan(20)
    expect(empty).toEqual([])
  })

  test('is brought to the newest migration, and nothing that was in it is lost or changed', async () => {
    expect(await isMigrated(database.db, LATEST_MIGRATION)).toBe(true)
    const after = await readAll(database)
    for (const [table, rows] of before) {
      expect(after.get(table)?.length, table).toBe(rows.length)
      expect(after.get(table), table).toMatchObject(rows)
    }
  })

  test('is the same as a new one afterwards, down to each constraint, which every row fulfils', async () => {
    const fresh = await createTestDatabase()
    onTestFinished(() => fresh.drop())
    expect(await describeSchema(database)).toEqual(await describeSchema(fresh))
    await validateConstraints(database)
  })

  test('keeps its scores and its boards', async () => {
    expect(await verifyStandings(database.db)).toEqual([])
    expect(await findWrongScores(database.db)).toEqual([])
    const scored = await database.db.selectFrom('shows').select('id').where('is_scored', '=', true).execute()
    expect(scored.length).toBeGreaterThan(0)
  })
})

test('the old versions are migrations that exist, in their order, up to the newest', () => {
  const names = Object.keys(migrations)
  const listed = oldVersions.map(({ lastMigration }) => lastMigration)
  expect(listed).toEqual(names.slice(names.indexOf(listed[0] ?? '')))
})

test('every version that was released is among them', async () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const { version: inProgress }: { version: string } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')
  const headings = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version]) => version)
  expect(headings).toContain(inProgress)
  const released = headings.filter((version) => version !== inProgress)
  const listed = oldVersions.flatMap(({ release }) => release ?? [])
  expect(listed).toEqual(expect.arrayContaining(released))
})
