import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { openLiveParts, readCurrent } from '@called-it/gateway/live-parts'
import { type Env, readEffectiveEnv } from '@called-it/infra/config/effective-settings'
import { openLiveSettings } from '@called-it/infra/config/live-settings'
import { listKeptMails } from '@called-it/infra/mail/kept-mails'
import { createLogger } from '@called-it/infra/observability/log'
import { findFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { findRun, insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { askForRestart, storeSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { openRedis } from '@called-it/infra/redis/connection'
import { encryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import {
  SECRET_SETTINGS,
  type SettingName,
  settingName,
} from '@called-it/shared/contract/installation-settings'
import { CALENDAR_PATH, EMBED_PATH, FEED_PATH, MANIFEST_PATH } from '@called-it/shared/contract/served-page'
import * as workers from '@called-it/workers/live-parts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { changeUser, makeUser } from './support/factories/accounts.ts'
import { makeShow } from './support/factories/catalogue.ts'
import { makeLeague } from './support/factories/leagues.ts'
import { gatewayOfFile, type TestGateway } from './support/gateway/start-gateway.ts'
import { listenOnLoopback, stopServer } from './support/loopback-server.ts'
import { startMailServer } from './support/mail-server.ts'
import { TEST_SETTINGS_KEY, TEST_SETTINGS_KEYS } from './support/settings-keys.ts'
import { startProgram } from './support/start-program.ts'
import { folderOfFile } from './support/temporary-folder.ts'
import { databaseOfTest } from './support/test-database.ts'
import { testRedis } from './support/test-redis.ts'
import { workersOfFile } from './support/workers/worker-bench.ts'

const DAY_MS = 86_400_000
/** Less than the time after which settings are read anyway. */
const AT_ONCE = { timeout: 25_000 }

const dataDir = await folderOfFile()
const log = createLogger('test', 'silent')
const mails = await startMailServer()
/** What the range API of breached passwords was asked for. */
const asked: (string | undefined)[] = []
const breaches = createServer(({ url }, response) => {
  asked.push(url)
  response.end()
})
const breachUrl = `http://127.0.0.1:${await listenOnLoopback(breaches)}/range`
afterAll(() => Promise.all([mails.stop(), stopServer(breaches)]))

await writeFile(path.join(dataDir, 'index.html'), '<head><!-- __HEAD__ --></head>"__SITE__"')
const { url: REDIS_URL, prefix: namespace } = testRedis()

let env: Env = {}
const followed: { stop(): Promise<void> }[] = []
const gateway = await gatewayOfFile({
  webRoot: dataDir,
  async openLiveParts(database) {
    env = {
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
      ...{ DATABASE_URL: database.url, REDIS_URL, SETTINGS_KEY: TEST_SETTINGS_KEY },
      SESSION_SECRET: randomBytes(32).toString('hex'),
    }
    return openLiveParts(await follow(database, readCurrent), env)
  },
})
const { db } = gateway.postgres
// Before the database is gone.
afterAll(() => Promise.all(followed.map((live) => live.stop())))

/** As both programs do. */
async function follow<Value>(postgres: TestGateway['postgres'], read: (env: Env) => Promise<Value>) {
  const live = await openLiveSettings({
    ...{ postgres, env, read, log },
    keys: TEST_SETTINGS_KEYS,
    onRestart: () => undefined,
  })
  followed.push(live)
  return live
}

/** No import finds anything, and none comes by itself. */
const BASE: Partial<Record<SettingName, string>> = {
  SETLIST_SOURCE: `file:${dataDir}/first.csv`,
  IMPORT_EVERY: '0',
}
await change(BASE)
const liveParts = workers.openLiveParts(
  await follow(gateway.postgres, (current) => workers.readCurrent(db, current)),
)
workersOfFile({ database: gateway.postgres, namespace, dataDir, liveParts })
const redis = openRedis(REDIS_URL, 'producer', () => undefined)
afterAll(() => redis.disconnect())

async function change(settings: Partial<Record<SettingName, string | null>>): Promise<void> {
  const changes = settingName.options.flatMap((name) => {
    const value = settings[name]
    if (value === undefined) return []
    const isSealed = value !== null && SECRET_SETTINGS.includes(name)
    return [[name, isSealed ? encryptSecret(TEST_SETTINGS_KEYS, value) : value] as const]
  })
  await db.transaction().execute((trx) => storeSettings(trx, new Map(changes)))
}

type Check = {
  value: string
  /** What is changed with it. */
  beside?: Partial<Record<SettingName, string>>
  read: () => Promise<unknown>
  /** Of `read`, once the value counts. */
  expected: unknown
}

const get = async (address: string, headers: Record<string, string> = {}) =>
  (await gateway.send('GET', address, { headers })).text
const { config } = gateway.parts
let names = 0
const newAddress = () => `new-${++names}@example.test`
const askForReset = (email: string) =>
  gateway.send('POST', '/api/auth/reset-password/request', { json: { email } })

/** What the running gateway keeps, and what the next one has. */
async function beforeAndAfterStart<Value>(read: (settings: typeof config) => Value) {
  await gateway.parts.settings.refresh()
  const next = await readCurrent(await readEffectiveEnv(db, env))
  return [read(config), read(next.config)]
}

/** Who a mail is from; null where it is stored in place of sent. */
async function sendMail() {
  const { email } = await makeUser(db)
  await askForReset(email)
  const findSent = () => mails.received.find(({ to }) => to?.[0]?.address === email)
  const isKept = async () => (await listKeptMails(dataDir, 50)).some(({ to }) => to === email)
  await expect.poll(async () => findSent() !== undefined || (await isKept())).toBe(true)
  const sent = findSent()
  return sent ? { from: sent.from?.address, replyTo: sent.replyTo?.[0]?.address ?? null } : null
}

async function checkImport(): Promise<string> {
  const { runId } = await db
    .transaction()
    .execute((trx) => insertRun(trx, { kind: 'check-import', order: {}, orderedBy: null }))
  const read = () => findRun(db, runId)
  await expect.poll(async () => (await read())?.endedAt ?? null).not.toBeNull()
  return JSON.stringify(await read())
}

async function isAdminWithoutPasskey() {
  const user = await makeUser(db, { isAdmin: true })
  await changeUser(db, user.id, { first_login_at: new Date(Date.now() - 30 * DAY_MS) })
  return (await gateway.request('getCurrentUser', {}, { as: await gateway.loginAs(user) })).is_admin
}

async function isPasswordLookedUp() {
  const before = asked.length
  const json = { email: newAddress(), display_name: `Fan ${names}`, password: 'seven lanterns at dusk' }
  await gateway.send('POST', '/api/auth/register', { json })
  return asked.length > before
}

async function isLeagueOfOneFull() {
  const { token } = await makeLeague(db, [(await makeUser(db)).id])
  return (await gateway.request('getInvitation', { invitation: token })).is_full
}

async function joinSecondLeague() {
  const fan = await makeUser(db)
  await makeLeague(db, [fan.id])
  const { token } = await makeLeague(db, [(await makeUser(db)).id])
  const as = await gateway.loginAs(fan)
  return (await gateway.send('POST', `/api/invitations/${token}/accept`, { as })).status
}

async function askTwice() {
  const email = newAddress()
  await askForReset(email)
  return (await askForReset(email)).status
}

const show = await makeShow(db)
const BAND = 'Moss Cathedral'
const profile = JSON.parse(
  await readFile(path.join(import.meta.dirname, '../infra/config/bands/tinhorn-observatory.json'), 'utf8'),
)
const iconOf = (manifest: string) => JSON.parse(manifest).icons[0].src
const firstIcon = iconOf(await get(MANIFEST_PATH))

/** All that shows names, texts or the look of the band, where it does not show the new ones. */
async function listOldPlaces() {
  const html = { accept: 'text/html' }
  const manifest = await get(MANIFEST_PATH)
  const json = { email: newAddress(), display_name: `Fan ${names}`, password: BAND }
  const shown = {
    site: JSON.stringify(await gateway.request('getSite')),
    legal: JSON.stringify(await gateway.request('getLegalTexts')).replace('fan@moss.example', BAND),
    manifest,
    calendar: await get(CALENDAR_PATH),
    feed: await get(FEED_PATH),
    overview: await get('/llms.txt'),
    home: await get('/', html),
    show: /"performer".*?\}/.exec(await get(`/shows/${show.id}`, html))?.[0] ?? '',
    icon: iconOf(manifest) === firstIcon ? '' : BAND,
    password: (await gateway.send('POST', '/api/auth/register', { json })).status === 422 ? BAND : '',
    letterhead: JSON.stringify(liveParts.letterhead),
    locks: (await findFact(db, 'schedule'))?.startsLocal === '21:15' ? BAND : '',
  }
  return Object.entries(shown).flatMap(([place, text]) => (text.includes(BAND) ? [] : place))
}

/** The four settings of an issuer count together. */
function checksOfIssuer<const Key extends '1' | '2' | '3'>(key: Key) {
  const values = {
    ISSUER: `https://issuer-${key}.example`,
    CLIENT_ID: `client-${key}`,
    CLIENT_SECRET: `secret-${key}`,
    LABEL: `Band ${key}`,
  }
  const beside = Object.fromEntries(
    Object.entries(values).map(([part, value]) => [`OIDC_${key}_${part}`, value]),
  )
  const find = async () => config.issuers.find((issuer) => issuer.key === key)
  const check = (part: keyof typeof values, read: Check['read']): Check => ({
    value: values[part],
    beside,
    read,
    expected: values[part],
  })
  return {
    url: check('ISSUER', async () => (await find())?.url),
    clientId: check('CLIENT_ID', async () => (await find())?.clientId),
    clientSecret: check('CLIENT_SECRET', async () => (await find())?.clientSecret),
    label: check('LABEL', async () => {
      const { issuers = [] } = await gateway.request('getSite')
      return issuers.find((issuer) => issuer.key === key)?.label
    }),
  }
}
const [first, second, third] = [checksOfIssuer('1'), checksOfIssuer('2'), checksOfIssuer('3')]

/** A setting without a check does not compile. */
const CHECKS: Record<SettingName, Check> = {
  BAND_PROFILE: {
    value: JSON.stringify({
      ...profile,
      band: { name: BAND, shortName: 'Moss' },
      accent: '#336699',
      schedule: { startsLocal: '21:15' },
      legal: { contact: 'fan@moss.example' },
    }),
    read: listOldPlaces,
    expected: [],
  },
  SETLIST_SOURCE: {
    value: `file:${dataDir}/second.csv`,
    read: checkImport,
    expected: expect.stringContaining('second.csv'),
  },
  IMPORT_EVERY: {
    value: '2',
    read: () => redis.hget(`${namespace}:ticks:repeat:import-catalogue`, 'every'),
    expected: String(2 * 3_600_000),
  },
  // The loops that read these two are tested beside them.
  LIVE_SETLIST: { value: 'source', read: async () => liveParts.settings.liveSetlist, expected: 'source' },
  AUTO_FINAL: { value: 'off', read: async () => liveParts.settings.autoFinal, expected: false },
  SMTP_URL: {
    value: mails.url,
    read: sendMail,
    expected: { from: 'no-reply@localhost', replyTo: null },
  },
  MAIL_FROM: {
    value: 'The band <hello@band.example>',
    beside: { SMTP_URL: mails.url },
    read: sendMail,
    expected: { from: 'hello@band.example', replyTo: null },
  },
  MAIL_REPLY_TO: {
    value: 'answers@band.example',
    beside: { SMTP_URL: mails.url },
    read: sendMail,
    expected: { from: 'no-reply@localhost', replyTo: 'answers@band.example' },
  },
  MAILS_IN_FLIGHT: { value: '3', read: async () => liveParts.settings.places.mail, expected: 3 },
  PUSHES_IN_FLIGHT: { value: '4', read: async () => liveParts.settings.places.push, expected: 4 },
  PUBLIC_URL: {
    value: 'http://band.example',
    read: () => beforeAndAfterStart(({ publicUrl }) => publicUrl),
    expected: ['http://localhost:0', 'http://band.example'],
  },
  TRUST_PROXY: {
    value: '1',
    read: () => beforeAndAfterStart(({ trustProxy }) => trustProxy),
    expected: [0, 1],
  },
  HSTS_INCLUDE_SUBDOMAINS: {
    value: 'on',
    read: () => beforeAndAfterStart(({ hstsIncludesSubDomains }) => hstsIncludesSubDomains),
    expected: [false, true],
  },
  SEARCH_ENGINES: {
    value: 'on',
    read: () => get('/robots.txt'),
    expected: expect.stringContaining('Sitemap:'),
  },
  EMBED_ORIGINS: {
    value: 'https://band.example',
    read: async () => (await gateway.send('GET', EMBED_PATH)).headers.get('content-security-policy'),
    expected: expect.stringContaining('frame-ancestors https://band.example'),
  },
  SECURITY_CONTACT: {
    value: 'security@band.example',
    read: () => get('/.well-known/security.txt'),
    expected: expect.stringContaining('Contact: mailto:security@band.example'),
  },
  ADMIN_SECOND_FACTOR: { value: 'off', read: isAdminWithoutPasskey, expected: true },
  BREACH_CHECK_URL: { value: breachUrl, read: isPasswordLookedUp, expected: true },
  RATE_LIMIT_SCALE: { value: '0.2', read: askTwice, expected: 429 },
  LEAGUE_MEMBERS: { value: '1', read: isLeagueOfOneFull, expected: true },
  LEAGUES_PER_USER: { value: '1', read: joinSecondLeague, expected: 409 },
  OIDC_1_ISSUER: first.url,
  OIDC_1_CLIENT_ID: first.clientId,
  OIDC_1_CLIENT_SECRET: first.clientSecret,
  OIDC_1_LABEL: first.label,
  OIDC_2_ISSUER: second.url,
  OIDC_2_CLIENT_ID: second.clientId,
  OIDC_2_CLIENT_SECRET: second.clientSecret,
  OIDC_2_LABEL: second.label,
  OIDC_3_ISSUER: third.url,
  OIDC_3_CLIENT_ID: third.clientId,
  OIDC_3_CLIENT_SECRET: third.clientSecret,
  OIDC_3_LABEL: third.label,
  BACKUP_EVERY: { value: '48', read: async () => liveParts.settings.backups.everyHours, expected: 48 },
  BACKUP_KEEP: { value: '3', read: async () => liveParts.settings.backups.keep, expected: 3 },
  BACKUP_UPLOAD_MB: {
    value: '7',
    read: async () => config.backups.maxUploadBytes,
    expected: 7 * 1024 ** 2,
  },
}

test.each(settingName.options)('counts at once: %s', async (name) => {
  const { value, beside = {}, read, expected } = CHECKS[name]
  const changed = { ...beside, [name]: value }
  expect(await read()).not.toEqual(expected)
  await change(changed)
  await expect.poll(read, AT_ONCE).toEqual(expected)
  const removed = settingName.options.flatMap((each) => (each in changed ? [[each, BASE[each] ?? null]] : []))
  await change(Object.fromEntries(removed))
  await Promise.all([gateway.parts.settings.refresh(), expect.poll(read, AT_ONCE).not.toEqual(expected)])
})

test.each(['gateway', 'workers'] as const)('ends the %s in order when an admin asks for it', async (name) => {
  const database = await databaseOfTest()
  const program = await startProgram(name, { DATABASE_URL: database.url, REDIS_URL, PORT: '0' })
  onTestFinished(() => program.kill())
  await database.db.transaction().execute(askForRestart)
  expect(await program.exited).toEqual({ code: 0, signal: null })
})
