import { randomBytes } from 'node:crypto'
import type { SettingName } from '@called-it/shared/contract/installation-settings'
import { TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { createBareDatabase, databaseOfTest, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres, type Postgres } from '../postgres/client.ts'
import { migrateToLatest } from '../postgres/migrate.ts'
import { askForRestart, storeSettings } from '../postgres/queries/work/stored-settings.ts'
import { encryptSecret } from '../secrets/encrypted-secret.ts'
import { toSettingsKeys } from '../secrets/settings-keys.ts'
import type { Env } from './effective-settings.ts'
import { openLiveSettings } from './live-settings.ts'
import { SettingsError } from './settings.ts'

/** Less than the time after which they are read anyway. */
const AT_ONCE = { timeout: 15_000 }

/** Refuses `MAIL_FROM=wrong`. */
function read(env: Env): Env {
  if (env.MAIL_FROM === 'wrong') throw new SettingsError([{ name: 'MAIL_FROM', reason: 'is wrong' }])
  return env
}

async function open(postgres: Pick<Postgres, 'db' | 'pool'>, env: Env = {}) {
  const lines: string[] = []
  let restarts = 0
  const live = await openLiveSettings({
    postgres,
    env,
    keys: TEST_SETTINGS_KEYS,
    read,
    onRestart: () => {
      restarts += 1
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  })
  onTestFinished(() => live.stop())
  return { live, lines, restarts: () => restarts }
}

const store = ({ db }: Pick<Postgres, 'db'>, ...changes: [SettingName, string | null][]) =>
  db.transaction().execute((trx) => storeSettings(trx, new Map(changes)))

const ask = ({ db }: Pick<Postgres, 'db'>) => db.transaction().execute(askForRestart)

const encryptElsewhere = (secret: string) =>
  encryptSecret(toSettingsKeys({ SETTINGS_KEY: randomBytes(32).toString('hex') }), secret)

/** A notification before that is read half a minute later. */
async function waitUntilListening({ db }: TestDatabase): Promise<void> {
  const listeners = async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN "stored-settings"' AND state = 'idle'`.execute(
      db,
    )
    return rows.length
  }
  await expect.poll(listeners).toBe(1)
}

test('sees a change at once, and takes the default again', async () => {
  const database = await databaseOfTest()
  const { live } = await open(database)
  const seen: (string | undefined)[] = []
  live.onChange(({ MAIL_FROM }) => seen.push(MAIL_FROM))
  await waitUntilListening(database)
  await store(database, ['MAIL_FROM', 'one@band.example'])
  await expect.poll(() => seen, AT_ONCE).toEqual(['one@band.example'])
  await store(database, ['MAIL_FROM', null])
  await expect.poll(() => seen, AT_ONCE).toEqual(['one@band.example', undefined])
  expect(live.current().MAIL_FROM).toBeUndefined()
})

test('knows what is stored by then, once it was told to look', async () => {
  const database = await databaseOfTest()
  const { live } = await open(database)
  const secret = 'smtp://fan:hidden@mail.example'
  await store(database, ['SMTP_URL', encryptSecret(TEST_SETTINGS_KEYS, secret)])
  await live.refresh()
  expect(live.current().SMTP_URL).toBe(secret)
})

test('lets the environment win', async () => {
  const database = await databaseOfTest()
  await store(database, ['MAIL_FROM', 'stored@band.example'], ['AUTO_FINAL', 'off'])
  const { live } = await open(database, { MAIL_FROM: 'given@band.example', AUTO_FINAL: ' ' })
  expect(live.current()).toMatchObject({ MAIL_FROM: 'given@band.example', AUTO_FINAL: 'off' })
})

test('keeps until the next start what depends on it', async () => {
  const database = await databaseOfTest()
  const { live, restarts } = await open(database)
  await store(database, ['PUBLIC_URL', 'https://band.example'], ['AUTO_FINAL', 'off'])
  await live.refresh()
  expect(live.current()).toMatchObject({ PUBLIC_URL: undefined, AUTO_FINAL: 'off' })
  expect(restarts()).toBe(0)
  const next = await open(database)
  expect(next.live.current().PUBLIC_URL).toBe('https://band.example')
})

test('leaves out what contradicts the environment, until it is corrected', async () => {
  const database = await databaseOfTest()
  await store(database, ['MAIL_FROM', 'wrong'], ['AUTO_FINAL', 'off'])
  const { live, lines } = await open(database)
  expect(live.current()).toEqual({})
  await live.refresh()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('MAIL_FROM: is wrong')
  await store(database, ['MAIL_FROM', 'one@band.example'])
  await live.refresh()
  expect(live.current()).toMatchObject({ MAIL_FROM: 'one@band.example', AUTO_FINAL: 'off' })
})

test('stays as it was where a change cannot be used, and logs it once', async () => {
  const database = await databaseOfTest()
  const { live, lines } = await open(database)
  await store(database, ['MAIL_FROM', 'wrong'], ['AUTO_FINAL', 'off'])
  await live.refresh()
  await live.refresh()
  expect(live.current().AUTO_FINAL).toBeUndefined()
  expect(lines).toHaveLength(1)
})

test('refuses to start with a wrong environment', async () => {
  await expect(open(await databaseOfTest(), { MAIL_FROM: 'wrong' })).rejects.toThrow(SettingsError)
})

test('starts while the database is away', async () => {
  const away = openPostgres({
    url: 'postgres://fan@127.0.0.1:1/none',
    program: 'test',
    onConnectionError: () => undefined,
  })
  const { live } = await open(away, { AUTO_FINAL: 'off' })
  expect(live.current()).toEqual({ AUTO_FINAL: 'off' })
  await live.refresh()
  await live.stop()
  await away.close()
})

test.each([
  ['yes', [['PUBLIC_URL', 'https://band.example']], 1],
  ['no', [['AUTO_FINAL', 'off']], 0],
] satisfies [string, [SettingName, string][], number][])(
  'starts again if the late database has settings that need it: %s',
  async (_, changes, expected) => {
    const database = await createBareDatabase()
    onTestFinished(() => database.drop())
    const { live, restarts } = await open(database)
    await migrateToLatest(database.url, () => undefined)
    await store(database, ...changes)
    await live.refresh()
    await live.refresh()
    expect(restarts()).toBe(expected)
  },
)

test('starts again when an admin asks for it, once', async () => {
  const database = await databaseOfTest()
  const before = await open(database)
  await ask(database)
  await before.live.refresh()
  await ask(database)
  await before.live.refresh()
  expect(before.restarts()).toBe(1)
  const after = await open(database)
  await after.live.refresh()
  expect(after.restarts()).toBe(0)
})

test('names secrets that no key opens, once, and uses no default in their place', async () => {
  const database = await databaseOfTest()
  await store(
    database,
    ['SMTP_URL', encryptElsewhere('smtp://mail.example')],
    ['OIDC_1_CLIENT_SECRET', encryptElsewhere('secret')],
    ['OIDC_1_LABEL', 'Band ID'],
    ['AUTO_FINAL', 'off'],
  )
  const { live, lines } = await open(database)
  await live.refresh()
  expect(live.current()).toEqual({ SMTP_URL: expect.stringContaining('.invalid'), AUTO_FINAL: 'off' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('OIDC_1_CLIENT_SECRET,SMTP_URL')
})
