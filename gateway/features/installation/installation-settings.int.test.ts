import { SettingsError } from '@called-it/infra/config/settings'
import { readStoredSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { said } from '@called-it/shared/languages/said'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile({
  settings: {
    env: { IMPORT_EVERY: '12' },
    async check(env) {
      if (env.MAIL_FROM === 'nobody') {
        throw new SettingsError([{ name: 'MAIL_FROM', reason: said('setting.no-sender') }])
      }
    },
  },
})
const { db } = gateway.postgres
const admin = await gateway.loginAs(await makeAdmin(db))

const change = (settings: Record<string, string | null>, headers = {}) =>
  gateway.send('PUT', '/api/admin/settings', { as: admin, json: { settings }, headers })
const listed = async (name: string) =>
  (await gateway.request('listInstallationSettings', {}, { as: admin })).settings.find(
    (setting) => setting.name === name,
  )

test('stores a setting, and takes the default again', async () => {
  await change({ AUTO_FINAL: 'off' })
  expect(await listed('AUTO_FINAL')).toMatchObject({ origin: 'stored', value: 'off' })
  await change({ AUTO_FINAL: null })
  expect(await listed('AUTO_FINAL')).toMatchObject({
    origin: 'default',
    value: null,
    default_value: 'on',
  })
  expect((await listAuditEntries(db, { action: 'installation:changed' })).at(-1)?.details).toEqual({
    settings: ['AUTO_FINAL'],
  })
})

test('refuses to change what the environment sets', async () => {
  expect(await change({ IMPORT_EVERY: '1' })).toMatchObject(refusal(409, 'setting_fixed'))
  expect(await listed('IMPORT_EVERY')).toMatchObject({ origin: 'environment', value: '12' })
})

test.each([
  ['en', 'is not a mail address such as Called It <no-reply@band.example>'],
  ['de', 'ist keine Mailadresse wie Called It <no-reply@band.example>'],
])(
  'names a wrong setting with the reason in %s, and stores none of the change',
  async (language, message) => {
    const changed = await change({ MAIL_FROM: 'nobody', AUTO_FINAL: 'off' }, { 'accept-language': language })
    expect(changed).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'settings.MAIL_FROM', message }] },
    })
    expect((await readStoredSettings(db)).stored.size).toBe(0)
  },
)

test('stores a secret encrypted, and never sends it', async () => {
  const secret = 'smtp://fan:hidden@mail.example'
  const { text } = await change({ SMTP_URL: secret })
  expect(text).not.toContain('hidden')
  expect(await listed('SMTP_URL')).toMatchObject({ origin: 'stored', value: null, is_unreadable: false })
  expect((await readStoredSettings(db)).stored.get('SMTP_URL')).toMatch(/^aes256gcm\./)
})

test('tells what waits for the next start', async () => {
  await change({ PUBLIC_URL: 'https://band.example' })
  expect(await listed('PUBLIC_URL')).toMatchObject({ value: 'https://band.example', waits_for_restart: true })
  await gateway.send('POST', '/api/admin/restart', { as: admin })
  expect((await readStoredSettings(db)).restartAskedAt).not.toBeNull()
})

test.each([
  ['SETLIST_SOURCE', 'file:/etc/passwd'],
  ['SETLIST_SOURCE', 'file:DATA_DIR/setlists/../secrets'],
  ['BAND_PROFILE', '/etc/band.json'],
])('refuses a file of the machine as %s: %s', async (name, value) => {
  expect(await change({ [name]: value })).toMatchObject({
    status: 422,
    json: { issues: [{ path: `settings.${name}` }] },
  })
})
