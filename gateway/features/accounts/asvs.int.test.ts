import { createLogger } from '@called-it/infra/observability/log'
import { issuerEndpoints } from '@called-it/shared/contract/issuers'
import { makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { startTestIssuer, type TestIssuer } from '@called-it/tests/support/test-issuer'
import { afterAll, describe, expect, test } from 'vitest'

// What the table of docs/security.md asks for, and no other test shows.

const logged: string[] = []
const log = createLogger('gateway', 'trace', { write: (line) => void logged.push(line) })
const PUBLIC_URL = 'http://called-it.example'
const [one, other, forged] = [
  await startTestIssuer(PUBLIC_URL),
  await startTestIssuer(PUBLIC_URL, { key: '2' }),
  await startTestIssuer(PUBLIC_URL, { key: '3' }),
]
const issuers = [one, other, forged].map(({ settings }) => settings)
const gateway = await gatewayOfFile({ log, config: { issuers } })
const { logIn, send } = gateway

test.each([
  ['8 characters', 'kq7 wxyz'],
  ['64 characters', `${'four and sixty '.repeat(5).slice(0, 63)}x`],
  ['128 characters of any kind', `${'Ünïcode ✓ '.repeat(13).slice(0, 126)}!?`],
])('takes a password of %s, as it is typed', async (_, password) => {
  const user = await makeUser(gateway.postgres.db)
  const as = await gateway.loginAs(user)
  const json = { password, currentPassword: TEST_PASSWORD }
  expect((await send('PUT', '/api/auth/change-password', { as, json })).status).toBe(200)
  const statuses = [password, password.toUpperCase(), password.slice(0, -1)].map(
    async (typed) => (await logIn(user.email, typed)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 401, 401])
})

test('names sessions by 192 random bits', async () => {
  const user = await makeUser(gateway.postgres.db)
  const cookies = [await logIn(user.email), await logIn(user.email)].map(sessionCookieOf)
  const ids = cookies.map((cookie) => /s(?:%3A|:)([\w-]+)/.exec(cookie)?.[1] ?? '')
  for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(24)
  expect(ids[0]).not.toBe(ids[1])
})

test('logs no token of a path', async () => {
  const token = 'a-token-that-nobody-may-read'
  for (const path of ['verify-email', 'links', 'address-changes']) {
    await send('POST', `/api/auth/${path}/${token}`, { json: {} })
    await send('GET', `/api/auth/${path}/${token}`)
  }
  expect(logged.join('')).toContain('verifyEmail')
  expect(logged.join('')).not.toContain(token)
})

describe('the account of an issuer', () => {
  afterAll(() => Promise.all([one, other, forged].map(({ stop }) => stop())))

  async function logInAt({ settings, become, signIn }: TestIssuer, sub: string, email: string) {
    become({ sub, email, email_verified: true })
    const begun = await send('POST', `/api/auth/issuers/${settings.key}/start`, { json: {} })
    const { url } = issuerEndpoints.startIssuerLogin.response.parse(begun.json)
    const as = begun.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
    const search = `?${await signIn(url)}`
    return send('POST', '/api/auth/issuers/finish', { json: { search }, as: as.join('; ') })
  }

  test('is another one for the same id at another issuer', async () => {
    const logins = [
      await logInAt(one, 'ivy', 'ivy@example.test'),
      await logInAt(other, 'ivy', 'someone@example.test'),
      await logInAt(one, 'ivy', 'ivy@example.test'),
    ]
    const emails = ['ivy@example.test', 'someone@example.test', 'ivy@example.test']
    expect(logins).toMatchObject(emails.map((email) => ({ status: 200, json: { user: { email } } })))
  })

  test('is refused without the signature of the issuer', async () => {
    forged.publishOtherKey()
    expect(await logInAt(forged, 'eve', 'eve@example.test')).toMatchObject(refusal(400, 'issuer_refused'))
  })
})
