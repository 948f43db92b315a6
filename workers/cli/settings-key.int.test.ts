import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { insertWebhook } from '@called-it/infra/postgres/queries/outlets/webhooks'
import { readStoredSettings, storeSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { readVapidKeys } from '@called-it/infra/push/vapid-keys'
import { decryptSecret, encryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import { type SettingsKeys, toSettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { TEST_SETTINGS_KEY, TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { databaseOfTest, type TestDatabase } from '@called-it/tests/support/test-database'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { beforeEach, describe, expect, test } from 'vitest'

const NEW_KEY = randomBytes(32).toString('base64')
const newKeys = toSettingsKeys({ SETTINGS_KEY: NEW_KEY })

const SMTP_URL = 'smtp://mail.example'

let database: TestDatabase
let secret: string
let pair: unknown

beforeEach(async () => {
  database = await databaseOfTest()
  const { id } = await makeUser(database.db)
  await database.db.transaction().execute(async (trx) => {
    const webhook = { name: 'our channel', url: 'https://hooks.example', has_spoilers: true, created_by: id }
    const choices = { format: 'json' as const, kinds: ['show-final' as const] }
    secret = (await insertWebhook(trx, TEST_SETTINGS_KEYS, { ...webhook, ...choices })).secret
    await storePushSubscription(trx, id, { endpoint: 'https://push.example', p256dh: '', auth: '', max: 1 })
    const setting = encryptSecret(TEST_SETTINGS_KEYS, SMTP_URL)
    await storeSettings(trx, new Map([['SMTP_URL', setting] as const, ['AUTO_FINAL', 'off'] as const]))
  })
  pair = await readVapidKeys(database.db, TEST_SETTINGS_KEYS)
})

const readSecret = async ({ db }: TestDatabase, keys: SettingsKeys) => {
  const webhook = await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
  return decryptSecret(keys, webhook.secret)
}
const readSetting = async ({ db }: TestDatabase, keys: SettingsKeys) =>
  decryptSecret(keys, (await readStoredSettings(db)).stored.get('SMTP_URL') ?? '')
const run = (args: readonly string[], env: Record<string, string>, { url } = database) =>
  runCommand(args, { DATABASE_URL: url, ...env })
const rotate = (env: Record<string, string>, ...options: string[]) =>
  run(['settings-key', 'rotate', ...options], env)

describe('settings-key rotate', () => {
  test('encrypts everything with the new key, any number of times', async () => {
    const both = { SETTINGS_KEY: NEW_KEY, SETTINGS_KEY_PREVIOUS: TEST_SETTINGS_KEY }
    const line = (count: number) =>
      `Secrets that are now encrypted with the key ${newKeys.current.id}: ${count}.\n`
    expect(await rotate(both)).toMatchObject({ code: 0, stdout: line(3) })
    expect(await rotate(both)).toMatchObject({ code: 0, stdout: line(0) })
    expect(await readSecret(database, newKeys)).toBe(secret)
    expect(await readVapidKeys(database.db, newKeys)).toEqual(pair)
    expect(await readSetting(database, newKeys)).toBe(SMTP_URL)
  })

  test('changes nothing without the former key, unless that is said to be lost', async () => {
    expect(await rotate({ SETTINGS_KEY: NEW_KEY })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('opens: 3. Set SETTINGS_KEY_PREVIOUS'),
    })
    expect(await readSecret(database, TEST_SETTINGS_KEYS)).toBe(secret)
    const replaced = await rotate({ SETTINGS_KEY: NEW_KEY }, '--replace-unreadable')
    expect(replaced).toMatchObject({ code: 0, stdout: expect.stringContaining('must subscribe again: 1.') })
    expect(replaced.stdout).toContain('to be entered again on /admin/settings: SMTP_URL.')
    expect(await readSecret(database, newKeys)).not.toBe(secret)
  })

  test('needs a key of 32 bytes, which no message shows', async () => {
    expect(await rotate({})).toMatchObject({ code: 1, stderr: 'SETTINGS_KEY: is missing\n' })
    const wrong = await rotate({ SETTINGS_KEY: 'too-short-a-key' })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^SETTINGS_KEY: is not 32 bytes/) })
    expect(wrong.stderr).not.toContain('too-short')
  })
})

describe('restore', () => {
  async function restore(settingsKey: string) {
    const folder = await folderOfTest()
    const target = await databaseOfTest()
    const file = path.join(folder, 'a.backup')
    expect(await run(['backup', file], {})).toMatchObject({ code: 0 })
    const { stdout } = await run(['restore', file], { SETTINGS_KEY: settingsKey }, target)
    return { stdout, target }
  }

  test('keeps all secrets with the key', async () => {
    const { stdout, target } = await restore(TEST_SETTINGS_KEY)
    expect(stdout).not.toMatch(/subscribe again|new secrets|entered again/)
    expect(await readSecret(target, TEST_SETTINGS_KEYS)).toBe(secret)
    expect(await readVapidKeys(target.db, TEST_SETTINGS_KEYS)).toEqual(pair)
  })

  test('says without the key which devices and receivers have to do something', async () => {
    const { stdout, target } = await restore(NEW_KEY)
    expect(stdout).toContain('Devices that must subscribe again: 1.')
    expect(stdout).toContain('Webhooks with new secrets, which their receivers need: our channel.')
    expect(stdout).toContain('to be entered again on /admin/settings: SMTP_URL.')
    expect(await readSetting(target, TEST_SETTINGS_KEYS)).toBe(SMTP_URL)
    expect(await readSecret(target, newKeys)).toMatch(/^whsec_/)
    expect(await readVapidKeys(target.db, newKeys)).not.toEqual(pair)
    expect(await target.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
  })
})
