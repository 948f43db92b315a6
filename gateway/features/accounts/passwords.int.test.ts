import { isOutdated } from '@called-it/infra/passwords/argon2'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { deleteSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import {
  findPasswordHash,
  findUserById,
  updatePasswordHash,
} from '@called-it/infra/postgres/queries/accounts/users'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import {
  CHEAP_TEST_PASSWORD_HASH,
  changeUser,
  makeUser,
  TEST_PASSWORD,
} from '@called-it/tests/support/factories/accounts'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { sessionHashOf } from '@called-it/tests/support/gateway/session-hash-of'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { describe, expect, test, vi } from 'vitest'

const NEW_PASSWORD = 'another long password'
const HOUR_MS = 3_600_000

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const post = (path: string, json: unknown, as?: string) =>
  gateway.send('POST', `/api/auth/${path}`, { as, json })
const { logIn } = gateway
const isAlive = async (as: string) => (await gateway.send('GET', '/api/auth/me', { as })).status === 200

const countSessions = async (userId: number) =>
  (await db.selectFrom('sessions').select('sid').where('user_id', '=', userId).execute()).length

const issueToken = (userId: number, purpose: 'reset-password' | 'verify-email' = 'reset-password') =>
  db.transaction().execute((trx) => insertToken(trx, userId, purpose))

describe('password reset request', () => {
  test('enqueues a mail for a known address and responds alike for others', async () => {
    const user = await makeUser(db)
    const known = await post('reset-password/request', { email: user.email.toUpperCase() })
    const unknown = await post('reset-password/request', { email: 'who-is-this@example.test' })
    expect(known).toMatchObject({
      status: 200,
      json: {
        message: 'If an account with that email exists, you will receive password reset instructions.',
      },
    })
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json])
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-password-reset'])
  })

  test('returns 429 after five requests for one address', async () => {
    const email = 'again-and-again@example.test'
    const request = () => post('reset-password/request', { email })
    for (let tries = 0; tries < 5; tries += 1) expect((await request()).status).toBe(200)
    const refused = await request()
    expect(refused).toMatchObject(refusal(429, 'too_many_requests'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('password reset', () => {
  const reset = (token: string, password = NEW_PASSWORD) => post('reset-password', { token, password })

  test('sets the password once, ends every session and mails the owner', async () => {
    const user = await makeUser(db)
    const sessions = [await gateway.loginAs(user), await gateway.loginAs(user)]
    const bystander = await gateway.loginAs(await makeUser(db))
    const token = await issueToken(user.id)
    expect(await reset(token)).toMatchObject({ status: 200 })
    expect(await Promise.all(sessions.map(isAlive))).toEqual([false, false])
    expect(await isAlive(bystander)).toBe(true)
    expect((await logIn(user.email)).status).toBe(401)
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-password-changed'])

    expect(await reset(token, 'a third password')).toMatchObject({
      status: 400,
      json: { code: 'invalid_token', message: 'Invalid or expired token.' },
    })
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('succeeds for one of five concurrent uses', async () => {
    const user = await makeUser(db)
    const token = await issueToken(user.id)
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, use) => reset(token, `the password of use ${use}`)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(4)
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-password-changed'])
  })

  test('verifies the address and rejects every invalid token', async () => {
    const user = await makeUser(db, { isVerified: false })
    const good = await issueToken(user.id)
    const verification = await issueToken(user.id, 'verify-email')
    const tampered = (good.startsWith('A') ? 'B' : 'A') + good.slice(1)
    for (const token of [verification, tampered, good.slice(0, -1), `${good}A`, 'x']) {
      expect(await reset(token)).toMatchObject(refusal(400, 'invalid_token'))
    }
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(401)
    expect(await reset(good)).toMatchObject({ status: 200 })
    expect((await findUserById(db, user.id))?.emailVerifiedAt).not.toBeNull()
  })

  test('keeps the token when the password is invalid', async () => {
    const user = await makeUser(db)
    const token = await issueToken(user.id)
    expect(await reset(token, 'short')).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'password' }] },
    })
    expect(await reset(token)).toMatchObject({ status: 200 })
  })
})

test('lifts the limit of failed logins after a password reset', async () => {
  const user = await makeUser(db)
  for (let tries = 0; tries < 10; tries += 1) await logIn(user.email, 'not the password')
  expect((await logIn(user.email)).status).toBe(429)
  const token = await issueToken(user.id)
  await post('reset-password', { token, password: NEW_PASSWORD })
  expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
})

test("leaves the network's count of failed logins as it is after a password reset", async () => {
  const strict = await gatewayOfTest({ config: { rateLimitScale: 0.01 } })
  const logIn = async (email: string) => (await strict.logIn(email, 'a guess')).status
  const user = await makeUser(strict.postgres.db)
  expect([await logIn(user.email), await logIn('b@example.test'), await logIn('c@example.test')]).toEqual([
    401, 401, 401,
  ])
  const token = await strict.postgres.db
    .transaction()
    .execute((trx) => insertToken(trx, user.id, 'reset-password'))
  const json = { token, password: NEW_PASSWORD }
  expect((await strict.send('POST', '/api/auth/reset-password', { json })).status).toBe(200)
  expect(await logIn('d@example.test')).toBe(429)
})

test('forgets the browsers of a user after a password reset', async () => {
  const user = await makeUser(db)
  const browserOf = ({ headers }: { headers: Headers }) =>
    headers.getSetCookie().find((cookie) => cookie.startsWith('called-it-browser=')) ?? ''
  const known = browserOf(await logIn(user.email))
  await post('reset-password', { token: await issueToken(user.id), password: NEW_PASSWORD })
  const tryHere = (cookie: string, password: string) => logIn(user.email, password, { as: cookie })
  const renewed = browserOf(await logIn(user.email, NEW_PASSWORD))
  for (let tries = 0; tries < 10; tries += 1) await logIn(user.email, 'not the password')
  expect((await tryHere(known, NEW_PASSWORD)).status).toBe(429)
  expect((await tryHere(renewed, NEW_PASSWORD)).status).toBe(200)
})

test('rejects a login that a concurrent password change overtakes', async () => {
  const user = await makeUser(db)
  const change = await db.startTransaction().execute()
  await updatePasswordHash(change, user.id, CHEAP_TEST_PASSWORD_HASH)
  await deleteSessions(change, user.id)
  const login = logIn(user.email)
  // It has inserted its session before it waits for the change.
  await expect.poll(() => countSessions(user.id)).toBe(1)
  await change.commit().execute()
  expect(await login).toMatchObject(refusal(401, 'invalid_credentials'))
  expect(await countSessions(user.id)).toBe(0)
})

describe('password change', () => {
  const change = (as: string, json: unknown) => gateway.send('PUT', '/api/auth/change-password', { as, json })

  test('renews its own session soon after the login and ends every other one', async () => {
    const user = await makeUser(db)
    const [here, there] = [await gateway.loginAs(user), await gateway.loginAs(user)]
    const publish = vi.spyOn(gateway.parts.publisher, 'publish')
    const changed = await change(here, { password: NEW_PASSWORD })
    expect(changed).toMatchObject({ status: 200 })
    expect(changed.headers.get('set-cookie')).toMatch(
      /^called-it=.*; Max-Age=7776000; .*HttpOnly; SameSite=Lax$/,
    )
    expect(await Promise.all([here, there, sessionCookieOf(changed)].map(isAlive))).toEqual([
      false,
      false,
      true,
    ])
    expect((await logIn(user.email)).status).toBe(401)
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-password-changed'])
    const old = sessionHashOf(gateway, here)
    expect(publish.mock.calls).toEqual([
      ['session:revoked', { userId: user.id, reason: 'password', exceptSessionHash: old }],
      ['session:revoked', { userId: user.id, reason: 'renewed', sessionHash: old }],
    ])
  })

  test('keeps reset links that were mailed before', async () => {
    const user = await makeUser(db)
    const token = await issueToken(user.id)
    await change(await gateway.loginAs(user), { password: NEW_PASSWORD })
    expect((await post('reset-password', { token, password: 'a third password' })).status).toBe(200)
  })

  test('requires the current password at the second change of a session', async () => {
    const as = sessionCookieOf(
      await change(await gateway.loginAs(await makeUser(db)), { password: NEW_PASSWORD }),
    )
    expect(await change(as, { password: 'a third password' })).toMatchObject(
      refusal(403, 'reauthentication_required'),
    )
    const body = { password: 'a third password', currentPassword: NEW_PASSWORD }
    expect(await change(as, body)).toMatchObject({ status: 200 })
  })

  const confirm = (as: string, password: string) => post('confirm', { password }, as)

  test('allows a further change by a confirmation since the login', async () => {
    const as = sessionCookieOf(
      await change(await gateway.loginAs(await makeUser(db)), { password: NEW_PASSWORD }),
    )
    expect((await confirm(as, NEW_PASSWORD)).status).toBe(200)
    expect(await change(as, { password: 'a third password' })).toMatchObject({ status: 200 })
  })

  test('allows a first change by a confirmation an hour after the login', async () => {
    const as = await gateway.loginAs(await makeUser(db), { loggedInAt: Date.now() - HOUR_MS - 1000 })
    expect((await confirm(as, TEST_PASSWORD)).status).toBe(200)
    expect(await change(as, { password: NEW_PASSWORD })).toMatchObject({ status: 200 })
  })

  test('sets the password of a user who had none', async () => {
    const user = await makeUser(db)
    await changeUser(db, user.id, { password_hash: null })
    const as = await gateway.loginAs(user)
    expect(await change(as, { password: NEW_PASSWORD })).toMatchObject({ status: 200 })
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('returns 429 at the sixth change in an hour, and allows a reset', async () => {
    const user = await makeUser(db)
    const statuses: number[] = []
    for (const password of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      const as = await gateway.loginAs(user)
      statuses.push((await change(as, { password: `my ${password} password` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const token = await issueToken(user.id)
    expect((await post('reset-password', { token, password: NEW_PASSWORD })).status).toBe(200)
  })

  test('returns 401 when a concurrent reset overtakes it', async () => {
    const user = await makeUser(db)
    const as = await gateway.loginAs(user)
    const reset = await db.startTransaction().execute()
    await updatePasswordHash(reset, user.id, CHEAP_TEST_PASSWORD_HASH)
    const changed = change(as, { password: NEW_PASSWORD })
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await deleteSessions(reset, user.id)
    await reset.commit().execute()
    expect(await changed).toMatchObject(refusal(401, 'not_logged_in'))
    expect(await findPasswordHash(db, user.id)).toBe(CHEAP_TEST_PASSWORD_HASH)
  })

  test('requires the current password an hour after the login', async () => {
    const user = await makeUser(db)
    const as = await gateway.loginAs(user, { loggedInAt: Date.now() - HOUR_MS - 1000 })
    expect(await change(as, { password: NEW_PASSWORD })).toMatchObject(
      refusal(403, 'reauthentication_required'),
    )
    expect(await change(as, { password: NEW_PASSWORD, currentPassword: 'a guess' })).toMatchObject(
      refusal(403, 'wrong_password'),
    )
    expect((await logIn(user.email)).status).toBe(200)
    expect(await change(as, { password: NEW_PASSWORD, currentPassword: TEST_PASSWORD })).toMatchObject({
      status: 200,
    })
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('returns 429 after ten wrong current passwords', async () => {
    const user = await makeUser(db)
    const as = await gateway.loginAs(user)
    const guess = () => change(as, { password: NEW_PASSWORD, currentPassword: 'a guess' })
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(403)
    expect((await guess()).status).toBe(429)
    expect((await logIn(user.email)).status).toBe(200)
  })
})

test('replaces a hash of another cost at the next login', async () => {
  const user = await makeUser(db)
  expect(isOutdated(CHEAP_TEST_PASSWORD_HASH)).toBe(true)
  await updatePasswordHash(db, user.id, CHEAP_TEST_PASSWORD_HASH)
  expect((await logIn(user.email, 'not the password')).status).toBe(401)
  expect(await findPasswordHash(db, user.id)).toBe(CHEAP_TEST_PASSWORD_HASH)
  expect((await logIn(user.email)).status).toBe(200)
  const renewed = await findPasswordHash(db, user.id)
  expect(renewed).not.toBe(CHEAP_TEST_PASSWORD_HASH)
  expect(isOutdated(renewed ?? '')).toBe(false)
  expect((await logIn(user.email)).status).toBe(200)
})

test('logs actor, action and origin but no password or email address', async () => {
  const user = await makeUser(db)
  await logIn(user.email, 'not the password')
  await logIn(user.email)
  const entries = await listAuditEntries(db, { subject: `user:${user.id}` })
  expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['user:login-failed', null],
    ['user:logged-in', user.id],
  ])
  for (const { address, request_id } of entries) {
    expect(address).toMatch(/127\.0\.0\.1$/)
    expect(request_id).toMatch(/\S/)
  }
  const all = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())
  expect(all).not.toContain(user.email)
  expect(all).not.toContain('not the password')
})
