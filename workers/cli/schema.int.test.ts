import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LATEST_MIGRATION } from '@called-it/infra/postgres/migrate'
import { findNewestMigration } from '@called-it/infra/postgres/queries/work/database'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { TEST_SETTINGS_KEY } from '@called-it/tests/support/settings-keys'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { createBareDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { createReleasedDatabase, releases } from '@called-it/tests/upgrades/released-database'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const folder = await folderOfFile()
/** The last release may have today's schema. */
const older = releases.slice(0, 1)

const run = (database: TestDatabase, ...args: string[]) =>
  runCommand(args, { DATABASE_URL: database.url, SETLIST_SOURCE: 'demo' })

async function use(database: Promise<TestDatabase>): Promise<TestDatabase> {
  const created = await database
  onTestFinished(() => created.drop())
  return created
}

describe.each(older)('database of release %s', (release) => {
  let database: TestDatabase
  let migration: string | null
  beforeAll(async () => {
    database = await createReleasedDatabase(release)
    migration = await findNewestMigration(database.db)
  })
  afterAll(() => database.drop())

  test.each([['backup'], ['audit'], ['standings verify']])('stays as it is after: %s', async (command) => {
    const args = command.split(' ')
    const given = args[0] === 'backup' ? [...args, path.join(folder, `${release}.backup`)] : args
    expect(await run(database, ...given)).toMatchObject({ code: 0 })
    expect(await findNewestMigration(database.db)).toBe(migration)
  })

  test.each([
    'admin grant bo@example.test',
    'sessions end bo@example.test',
    'import songs',
    'standings rebuild',
    `restore ${import.meta.filename}`,
  ])('is refused with the remedy by: %s', async (command) => {
    expect(await run(database, ...command.split(' '))).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database is of an older release, at migration ${migration}. Back it up, then run \`migrate\`.\n`,
    })
    expect(await findNewestMigration(database.db)).toBe(migration)
  })
})

test.each(older)('checks no import in a database of release %s', async (release) => {
  const database = await use(createReleasedDatabase(release))
  const migration = await findNewestMigration(database.db)
  expect(await run(database, 'import', 'check')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('This command cannot read a database of an older release'),
  })
  expect(await findNewestMigration(database.db)).toBe(migration)
})

test('migrates an empty database before an import', async () => {
  const database = await use(createBareDatabase())
  expect(await run(database, 'import', 'songs')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^The songs are up to date/),
    stderr: '',
  })
  expect(await findNewestMigration(database.db)).toBe(LATEST_MIGRATION)
})

test('ends the workers with the remedy on a database that is not migrated', async () => {
  const database = await use(createBareDatabase())
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: testRedis().url,
    SETLIST_SOURCE: 'demo',
    SETTINGS_KEY: TEST_SETTINGS_KEY,
  }
  const workers = path.resolve(import.meta.dirname, '../main.ts')
  const { promise, resolve } = Promise.withResolvers<string>()
  const child = execFile(process.execPath, [workers], { env: { ...bareEnv, ...env } }, (_, __, stderr) =>
    resolve(stderr),
  )
  onTestFinished(() => void child.kill())
  expect(await promise).toBe(
    'The database is not migrated to this release. Back it up unless it is empty, then run `npm run cli -- migrate`.\n',
  )
  expect(child.exitCode).toBe(1)
})

test.each([`backup ${path.join(tmpdir(), 'none.backup')}`, 'audit', 'standings verify'])(
  'leaves an empty database empty: %s',
  async (command) => {
    const database = await use(createBareDatabase())
    expect(await run(database, ...command.split(' '))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The database is empty. `npm start`, or the command `migrate`, prepares it.\n',
    })
    expect(await findNewestMigration(database.db)).toBeNull()
  },
)

test.each([
  ['an older', [], /older release, at migration \S+\. Back it up, then run `migrate`\.\n$/],
  [
    'a newer',
    [LATEST_MIGRATION, '9999-later'],
    /newer release, at migration 9999-later\. Run .+ release\.\n$/,
  ],
])('explains that it cannot read a database of %s release', async (_, migrations, sentence) => {
  const database = await use(createReleasedDatabase('0.10.0'))
  await database.pool.query('ALTER TABLE audit_log DROP COLUMN details')
  await database.pool.query("INSERT INTO kysely_migration SELECT unnest($1::text[]), 'now'", [migrations])
  expect(await run(database, 'audit')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(sentence),
  })
})
