import { listExternalAccounts } from '@called-it/infra/postgres/queries/accounts/external-accounts'
import { findPasswordHash, findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { insertSuspension } from '@called-it/infra/postgres/queries/moderation/moderation'
import { issuerEndpoints } from '@called-it/shared/contract/issuers'
import type { RegistrationMode } from '@called-it/shared/contract/site'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import {
  makeAdmin,
  makeRegistration,
  makeUser,
  TEST_PASSWORD,
} from '@called-it/tests/support/factories/accounts'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import {
  gatewayOfFile,
  gatewayOfTest,
  refusal,
  type TestResponse,
} from '@called-it/tests/support/gateway/start-gateway'
import { startTestIssuer } from '@called-it/tests/support/test-issuer'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const PUBLIC_URL = 'http://called-it.example'
const REFUSED = refusal(400, 'issuer_refused')

const issuer = await startTestIssuer(PUBLIC_URL)
afterAll(() => issuer.stop())
const gateway = await gatewayOfFile({ config: { issuers: [issuer.settings] } })
const { db } = gateway.postgres
let email: string
let sub: string

beforeEach(() => {
  email = `${crypto.randomUUID()}@example.test`
  sub = crypto.randomUUID()
  issuer.become({ sub, email, email_verified: true, nickname: 'Ivy Issued' })
})

const setCookieOf = ({ headers }: TestResponse) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('called-it-issuer=')) ?? ''

async function start(json: object = {}, at = gateway) {
  const response = await at.send('POST', '/api/auth/issuers/1/start', { json })
  expect(response.status, response.text).toBe(200)
  const { url } = issuerEndpoints.startIssuerLogin.response.parse(response.json)
  return { url, as: setCookieOf(response).split(';', 1)[0] ?? '' }
}

const finish = (search: URLSearchParams, as?: string, at = gateway) =>
  at.send('POST', '/api/auth/issuers/finish', { json: { search: `?${search}` }, as })

async function logIn(json: object = {}): Promise<TestResponse> {
  const { url, as } = await start(json)
  return finish(await issuer.signIn(url), as)
}

async function idOf(address = email): Promise<number> {
  return (await findUserByEmail(db, address))?.id ?? expect.fail('no user')
}

async function setRegistration(mode: RegistrationMode | null): Promise<void> {
  await db.updateTable('settings').set({ registration: mode }).execute()
}

describe('an account at an issuer', () => {
  test('makes the account of its verified address, once', async () => {
    const first = await logIn()
    expect(first).toMatchObject({
      status: 200,
      json: { isNew: true, user: { email, display_name: 'Ivy Issued', email_verified: true } },
    })
    const userId = await idOf()
    expect(await findPasswordHash(db, userId)).toBeNull()
    const me = await gateway.send('GET', '/api/auth/me', { as: sessionCookieOf(first) })
    expect(me).toMatchObject({ status: 200, json: { email } })
    // The issuer's word counts once: then its subject does.
    issuer.become({ sub, email: 'moved@example.test', email_verified: false })
    expect(await logIn()).toMatchObject({ status: 200, json: { isNew: false, user: { id: userId, email } } })
    const entries = await listAuditEntries(db, { subject: `user:${userId}` })
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['user:verified', {}],
      ['user:issuer-connected', { issuer: issuer.settings.url }],
      ['user:logged-in', expect.objectContaining({ by: 'issuer' })],
      ['user:logged-in', expect.objectContaining({ by: 'issuer' })],
    ])
  })

  test('logs into the account of the address, which keeps its password', async () => {
    const user = await makeUser(db, { email })
    expect(await logIn()).toMatchObject({ status: 200, json: { isNew: false, user: { id: user.id } } })
    expect((await gateway.logIn(email)).status).toBe(200)
    expect(await listExternalAccounts(db, user.id)).toHaveLength(1)
  })

  test('makes worthless what others have chosen for its address before', async () => {
    const unconfirmed = await makeUser(db, { email, isVerified: false })
    const planted = await gateway.loginAs(unconfirmed)
    expect(await logIn()).toMatchObject({ status: 200, json: { user: { id: unconfirmed.id } } })
    expect(await gateway.logIn(email)).toMatchObject(refusal(401, 'invalid_credentials'))
    expect((await gateway.send('GET', '/api/auth/me', { as: planted })).status).toBe(401)
  })

  test('leaves neither password nor browser to who registered its address before', async () => {
    const json = { email, display_name: 'Mallory', password: TEST_PASSWORD }
    const registered = await gateway.send('POST', '/api/auth/register', { json })
    const cookies = registered.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
    await makeRegistration(db, { email })
    expect(await logIn()).toMatchObject({ status: 200, json: { user: { display_name: 'Ivy Issued' } } })
    expect(await gateway.logIn(email)).toMatchObject(refusal(401, 'invalid_credentials'))
    const followed = { json: {}, as: cookies.join('; ') }
    expect(await gateway.send('POST', '/api/auth/registration', followed)).toMatchObject({
      json: { user: null },
    })
  })

  test.each([{ email_verified: false }, {}])('is refused without a verified address: %o', async (claims) => {
    const user = await makeUser(db, { email })
    issuer.become({ sub, email, ...claims })
    expect(await logIn()).toMatchObject(refusal(403, 'issuer_address_unverified'))
    expect(await listExternalAccounts(db, user.id)).toEqual([])
  })

  test.each([
    [{ nickname: 'admin', preferred_username: 'ivy@example.test', name: 'Ivy Full' }, /^Ivy Full$/],
    [{ nickname: 'x', name: 'n'.repeat(41) }, /^Fan \d{4}$/],
  ])('takes its first name that may stand on boards: %o', async (names, shown) => {
    issuer.become({ sub, email, email_verified: true, ...names })
    expect(await logIn()).toMatchObject({ json: { user: { display_name: expect.stringMatching(shown) } } })
  })

  test('comes along to the league of the invitation', async () => {
    const { token, id } = await makeLeague(db, [(await makeUser(db)).id])
    expect((await logIn({ invitation: token })).status).toBe(200)
    const members = await db
      .selectFrom('league_members')
      .select('user_id')
      .where('league_id', '=', id)
      .execute()
    expect(members).toContainEqual({ user_id: await idOf() })
  })

  test('says why it is suspended', async () => {
    await logIn()
    const userId = await idOf()
    const reason = 'planted results'
    const { id: adminId } = await makeAdmin(db)
    await db.transaction().execute((trx) => insertSuspension(trx, { userId, reason, adminId }))
    const suspended = { status: 403, json: { code: 'suspended', message: expect.stringContaining(reason) } }
    expect(await logIn()).toMatchObject(suspended)
    issuer.become({ sub: `other ${sub}`, email, email_verified: true })
    expect(await logIn()).toMatchObject(suspended)
  })

  test('is made by nobody new while sign-ups are closed', async () => {
    const { email: known } = await makeUser(db)
    await setRegistration('closed')
    onTestFinished(() => setRegistration(null))
    expect(await logIn()).toMatchObject(refusal(403, 'registration_closed'))
    issuer.become({ sub, email: known, email_verified: true })
    expect((await logIn()).status).toBe(200)
  })

  test('is listed by the button of its issuer, and removed after a fresh login', async () => {
    const response = await logIn()
    const as = sessionCookieOf(response)
    const { accounts } = await gateway.request('listConnectedAccounts', {}, { as })
    expect(accounts).toMatchObject([{ label: 'Test ID' }])
    const accountId = accounts[0]?.id ?? 0
    const path = `/api/users/current/external-accounts/${accountId}`
    const other = await makeUser(db)
    const stale = await gateway.loginAs({ id: await idOf() }, { loggedInAt: Date.now() - 10 * 60_000 })
    expect(await gateway.send('DELETE', path, { as: stale })).toMatchObject(
      refusal(403, 'reauthentication_required'),
    )
    const foreign = { as: await gateway.loginAs(other) }
    expect(await gateway.send('DELETE', path, foreign)).toMatchObject(refusal(404, 'not_found'))
    expect(await gateway.request('removeConnectedAccount', { accountId }, { as })).toEqual({ accounts: [] })
  })
})

describe('the way back from an issuer', () => {
  test('keeps its cookie for ten minutes from scripts, and forgets it', async () => {
    const response = await gateway.send('POST', '/api/auth/issuers/1/start', { json: {} })
    for (const attribute of ['Max-Age=600', 'Path=/', 'HttpOnly', 'SameSite=Lax']) {
      expect(setCookieOf(response)).toContain(attribute)
    }
    expect(setCookieOf(await logIn())).toContain('Expires=Thu, 01 Jan 1970')
  })

  test.each<[string, (search: URLSearchParams) => void]>([
    ['another state', (search) => search.set('state', 'another')],
    ['no state', (search) => search.delete('state')],
    ['another issuer', (search) => search.set('iss', 'https://issuer.example')],
    ['no issuer', (search) => search.delete('iss')],
    ['another code', (search) => search.set('code', 'another')],
    ['two codes', (search) => search.append('code', 'another')],
    ['a refusal', (search) => search.set('error', 'access_denied')],
  ])('is refused with %s', async (_, change) => {
    const { url, as } = await start()
    const search = await issuer.signIn(url)
    change(search)
    const response = await finish(search, as)
    expect(response).toMatchObject(REFUSED)
    expect(setCookieOf(response)).toContain('Expires=Thu, 01 Jan 1970')
    expect(await findUserByEmail(db, email)).toBeNull()
  })

  test('is refused with the nonce of another login', async () => {
    const { url, as } = await start()
    const planted = new URL(url)
    planted.searchParams.set('nonce', 'another')
    expect(await finish(await issuer.signIn(planted.href), as)).toMatchObject(REFUSED)
  })

  test('is refused with the code of another login, and with a used one', async () => {
    const [own, other] = [await start(), await start()]
    const search = await issuer.signIn(other.url)
    const stolen = await issuer.signIn(own.url)
    stolen.set('code', search.get('code') ?? '')
    expect(await finish(stolen, own.as)).toMatchObject(REFUSED)
    expect((await finish(search, other.as)).status).toBe(200)
    // Then it is the issuer that refuses.
    await db.deleteFrom('used_challenges').execute()
    expect(await finish(search, other.as)).toMatchObject(REFUSED)
  })

  test('is refused without its cookie, and with a changed one', async () => {
    const { url, as } = await start()
    const search = await issuer.signIn(url)
    expect(await finish(search)).toMatchObject(REFUSED)
    const [name, value = ''] = as.split('=')
    const [key, until, random] = decodeURIComponent(value).split(' ')
    for (const cookie of [`${key} ${until}9 ${random} `, `${key} ${until} ${random} invitation`, '']) {
      expect(await finish(search, `${name}=${encodeURIComponent(cookie)}`)).toMatchObject(REFUSED)
    }
    expect((await finish(search, as)).status).toBe(200)
  })

  test('logs in once, however often it is sent at the same time', async () => {
    const { url, as } = await start()
    const search = await issuer.signIn(url)
    const responses = await Promise.all(Array.from({ length: 20 }, () => finish(search, as)))
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
  })
})

test('leaves the other ways while an issuer is away, and logs that without secrets', async () => {
  const lines: string[] = []
  const away = await startTestIssuer(PUBLIC_URL)
  const own = await gatewayOfTest({
    config: { issuers: [away.settings] },
    log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
  })
  const { url, as } = await start({}, own)
  away.become({ sub, email, email_verified: true })
  const search = await away.signIn(url)
  await away.stop()
  const unavailable = refusal(503, 'issuer_unavailable')
  expect(await finish(search, as, own)).toMatchObject(unavailable)
  const fresh = await gatewayOfTest({ config: { issuers: [away.settings] } })
  expect(await fresh.send('POST', '/api/auth/issuers/1/start', { json: {} })).toMatchObject(unavailable)
  const user = await makeUser(fresh.postgres.db)
  expect((await fresh.logIn(user.email)).status).toBe(200)
  const warning = lines.find((line) => line.includes('an issuer cannot be used'))
  expect(warning).toContain('"issuer":"Test ID"')
  for (const secret of [away.settings.clientSecret, search.get('code') ?? '', email]) {
    expect(lines.join('\n')).not.toContain(secret)
  }
})

test('asks another issuer at once when the settings name it', async () => {
  const [first, second] = [await startTestIssuer(PUBLIC_URL), await startTestIssuer(PUBLIC_URL)]
  const issuers = [first.settings]
  const own = await gatewayOfTest({ config: { issuers } })
  const originOfStart = async () => new URL((await start({}, own)).url).origin
  expect(await originOfStart()).toBe(new URL(first.settings.url).origin)
  issuers[0] = second.settings
  expect(await originOfStart()).toBe(new URL(second.settings.url).origin)
})

test('knows no issuer that is not configured', async () => {
  expect(await gateway.send('POST', '/api/auth/issuers/2/start', { json: {} })).toMatchObject(
    refusal(404, 'not_found'),
  )
})
