import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Postgres } from '@called-it/infra/postgres/client'
import { LATEST_MIGRATION, migrateToLatest } from '@called-it/infra/postgres/migrate'
import { up as giveRootEvent } from '@called-it/infra/postgres/migrations/0028-lock-events'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { insertWebhook } from '@called-it/infra/postgres/queries/outlets/webhooks'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { isMigrated } from '@called-it/infra/postgres/queries/work/database'
import { UnknownDatabaseError } from '@called-it/infra/postgres/squashed-migrations'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bareEnv } from '../support/bare-env.ts'
import { makeAdmin } from '../support/factories/accounts.ts'
import { findWrongScores } from '../support/find-violations.ts'
import { TEST_SETTINGS_KEYS } from '../support/settings-keys.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '../support/temporary-data-dir.ts'
import { databaseOfTest, type TestDatabase } from '../support/test-database.ts'
import { testRedis } from '../support/test-redis.ts'
import { createRunBench } from '../support/workers/run-bench.ts'
import { describeSchema } from './describe-schema.ts'
import { createReleasedDatabase, releases } from './released-database.ts'

async function openReleased(release: string): Promise<TestDatabase> {
  const database = await createReleasedDatabase(release)
  onTestFinished(() => database.drop())
  return database
}

/** Rows of every table as JSON, in an order that new columns do not change. */
async function readAll({ pool }: Postgres): Promise<Map<string, object[]>> {
  const tables = await pool.query<{ name: string; key: string }>(
    `SELECT relname::text AS name,
       string_agg(quote_ident(attname), ', ' ORDER BY array_position(indkey::smallint[], attnum)) AS key
     FROM pg_class
       JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
       JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
     WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'kysely%' GROUP BY relname ORDER BY 1`,
  )
  const all = new Map<string, object[]>()
  for (const { name, key } of tables.rows) {
    const { rows } = await pool.query<{ row: object }>(
      `SELECT to_jsonb(t) AS row FROM ${name} AS t ORDER BY ${key}`,
    )
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

/** Programs that got the root with the lock get it with an event of its own. */
function withProof(webhook: object): object {
  if (!('format' in webhook && 'kinds' in webhook && Array.isArray(webhook.kinds))) return webhook
  if (webhook.format !== 'json' || !webhook.kinds.includes('picks-locked')) return webhook
  return { ...webhook, kinds: [...webhook.kinds, 'picks-proved'] }
}

const CHANGED_ROWS: Readonly<Record<string, (row: object) => object>> = {
  webhooks: withProof,
}

async function describeDatabase({ db }: Postgres): Promise<unknown> {
  const migrations = await sql`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
  return { schema: await describeSchema(db), migrations: migrations.rows }
}

async function migrate({ url }: TestDatabase): Promise<string[]> {
  const lines: string[] = []
  await migrateToLatest(url, (line) => lines.push(line))
  return lines
}

describe.each(releases)('database of release %s', (release) => {
  test('keeps every row and its scores when it is migrated', async () => {
    const database = await openReleased(release)
    const before = await readAll(database)
    expect(before.size).toBeGreaterThan(20)
    expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])

    await migrate(database)
    expect(await isMigrated(database.db, LATEST_MIGRATION)).toBe(true)
    const after = await readAll(database)
    for (const [table, rows] of before) {
      expect(after.get(table)?.length, table).toBe(rows.length)
      const expected = CHANGED_ROWS[table] ?? ((row) => row)
      expect(after.get(table), table).toMatchObject(rows.map(expected))
    }
    expect(await verifyStandings(database.db)).toEqual([])
    expect(await findWrongScores(database.db)).toEqual([])
  })

  test('tells nobody of scores of an earlier release', async () => {
    const database = await openReleased(release)
    await migrate(database)
    const bench = await createRunBench(database)
    const scored = await bench.db.selectFrom('shows').select('id').where('is_scored', '=', true).execute()
    expect(scored).not.toEqual([])
    for (const { id: showId } of scored) {
      expect(await bench.run('score-show', { showId, fetchSetlist: false })).toMatchObject({ state: 'done' })
    }
    const announced = bench.db.selectFrom('announcements').select(['kind', 'show_id', 'sent_at', 'merged'])
    const merged = [...(await getMergedSongs(bench.db))]
    const told = scored.map(({ id }) => ({
      kind: 'final-score',
      show_id: id,
      sent_at: expect.any(Date),
      merged,
    }))
    expect(await announced.orderBy('show_id').execute()).toEqual(expect.arrayContaining(told))
    expect(await announced.where('sent_at', 'is', null).execute()).toEqual([])
  })

  test('equals a new database once migrated, and migrates only once', async () => {
    const database = await openReleased(release)
    const fresh = await databaseOfTest()
    await Promise.all([migrate(database), migrate(database)])
    expect(await describeDatabase(database)).toEqual(await describeDatabase(fresh))
    expect(await migrate(database)).toEqual([])
    expect(await describeDatabase(database)).toEqual(await describeDatabase(fresh))
  })
})

test('gives the event of the root to programs that had it with the lock', async () => {
  const { db, pool } = await databaseOfTest()
  const createdBy = (await makeAdmin(db)).id
  await db.transaction().execute(async (trx) => {
    for (const [format, kinds] of [
      ['json', ['picks-locked', 'show-final']],
      ['json', ['show-final']],
      ['slack', ['picks-locked']],
    ] as const) {
      await insertWebhook(trx, TEST_SETTINGS_KEYS, {
        name: format,
        url: 'https://hooks.example/',
        format,
        kinds: [...kinds],
        has_spoilers: true,
        created_by: createdBy,
      })
    }
  })
  const untyped = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  for (const _ of [1, 2]) await giveRootEvent(untyped)
  expect(await db.selectFrom('webhooks').select('kinds').orderBy('id').execute()).toEqual([
    { kinds: ['picks-locked', 'show-final', 'picks-proved'] },
    { kinds: ['show-final'] },
    { kinds: ['picks-locked'] },
  ])
})

describe('choice for a venue of an earlier release', () => {
  test('is kept for its place, and in doubt where it fits two', async () => {
    const database = await openReleased('0.10.0')
    await database.pool.query(`
      INSERT INTO venue_choices VALUES ('club', 'moscow', 'America/Boise', '14:00'), ('gone', '', 'Asia/Tokyo', null);
      INSERT INTO shows (source, source_id, showdate, venue, city, state, country, locks_at) VALUES
        ('site', 'a', current_date + 20, 'Club', 'Moscow', 'ID', 'USA', now() + interval '20 days'),
        ('site', 'b', current_date + 21, ' CLUB', 'Moscow ', 'id', 'USA', now() + interval '21 days'),
        ('site', 'c', current_date + 22, 'Club', 'Moscow', null, 'Russia', now() + interval '22 days')`)
    await migrate(database)
    const unclear = { time_zone: null, early_starts_local: null, zone_in_doubt: true }
    expect(
      await database.db.selectFrom('venue_times').selectAll().orderBy('city').orderBy('country').execute(),
    ).toEqual([
      { venue: 'club', city: 'moscow', state: '', country: 'russia', ...unclear },
      { venue: 'club', city: 'moscow', state: 'id', country: 'usa', ...unclear },
      {
        ...{ venue: 'the old silo', city: 'nowhere', state: '', country: 'usa' },
        ...{ time_zone: 'America/Phoenix', early_starts_local: '14:00', zone_in_doubt: false },
      },
    ])
  })
})

const TOO_OLD =
  'This database is of a release before 0.10.0. Back it up and upgrade it to release 0.10.0 first.'

test.each([
  ['of release 0.9.0', "DELETE FROM kysely_migration WHERE name = '0023-reach'", TOO_OLD],
  [
    'of release 0.1.0',
    "DELETE FROM kysely_migration WHERE name NOT IN ('0001-accounts', '0011-board-tops')",
    TOO_OLD,
  ],
  [
    'with a newer migration',
    "INSERT INTO kysely_migration VALUES ('9999-later', 'now')",
    'This release cannot migrate a database at migration 9999-later, which it does not know.',
  ],
])('refuses a database %s', async (_, change, message) => {
  const database = await openReleased('0.10.0')
  await database.pool.query(change)
  const before = await describeDatabase(database)
  await expect(migrate(database)).rejects.toThrow(new UnknownDatabaseError(message))
  expect(await describeDatabase(database)).toEqual(before)
})

test('ends npm start with one sentence on a database of a release before 0.10.0', async () => {
  const database = await openReleased('0.10.0')
  await database.pool.query("DELETE FROM kysely_migration WHERE name = '0023-reach'")
  const dataDir = await makeTemporaryDataDir()
  onTestFinished(() => removeTemporaryDataDir(dataDir))
  const services = { DATABASE_URL: database.url, REDIS_URL: testRedis().url }
  const start = promisify(execFile)(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../infra/launch/start.mjs')],
    { env: { ...bareEnv, ...services, DATA_DIR: dataDir } },
  )
  await expect(start).rejects.toMatchObject({ code: 1, stderr: `${TOO_OLD}\n` })
})

test('refuses a migration that is newer than all of today', async () => {
  const database = await databaseOfTest()
  await database.pool.query("INSERT INTO kysely_migration VALUES ('9999-later', 'now')")
  await expect(migrate(database)).rejects.toThrow('cannot migrate a database at migration 9999-later')
})

test('lists the release before the one in progress', async () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const { version: inProgress }: { version: string } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')
  const headings = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version]) => version)
  expect(headings).toContain(inProgress)
  const released = headings.filter((version) => version !== inProgress).slice(0, 1)
  expect(releases).toEqual(expect.arrayContaining(released))
})
