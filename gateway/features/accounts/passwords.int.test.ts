import { isOutdated } from '@called-it/infra/passwords/argon2'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { deleteSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import {
  findPasswordHash,
  findUserById,
  updatePasswordHash,
} from '@called-it/infra/postgres/queries/accounts/users'
import { CHEAP_TEST_PASSWORD_HASH, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const NEW_PASSWORD = 'another long password'
const HOUR_MS = 3_600_000

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const db = () => gateway.postgres.db
const post = (path: string, json: unknown) => gateway.send('POST', `/api/auth/${path}`, { json })
const logIn = (email: string, password: string) => post('login', { email, password })
const isAlive = async (as: string) => (await gateway.send('GET', '/api/auth/me', { as })).status === 200

const mailsTo = async (userId: number) => {
  const rows = await db().selectFrom('outbox').select(['job', 'payload']).orderBy('id').execute()
  return rows.filter(({ payload }) => payload.userId === userId).map(({ job }) => job)
}

const countSessions = async (userId: number) =>
  (await db().selectFrom('sessions').select('sid').where('user_id', '=', userId).execute()).length

const actionsAt = async (userId: number) => {
  const rows = await db()
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'address', 'request_id', 'details'])
    .where('subject', '=', `user:${userId}`)
    .orderBy('id')
    .execute()
  return rows
}

describe('asking for a new password', () => {
  test('orders the mail for a known address, and answers the same for an unknown one', async () => {
    const user = await makeUser(db())
    const known = await post('reset-password/request', { email: user.email.toUpperCase() })
    const unknown = await post('reset-password/request', { email: 'who-is-this@example.test' })
    expect(known).toMatchObject({
      status: 200,
      json: {
        message: 'If an account with that email exists, you will receive password reset instructions.',
      },
    })
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json])
    expect(await mailsTo(user.id)).toEqual(['mail-password-reset'])
  })

  test('is limited by address, known or not', async () => {
    const email = 'again-and-again@example.test'
    const ask = () => post('reset-password/request', { email })
    for (let tries = 0; tries < 5; tries += 1) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the link to a new password', () => {
  const issue = (userId: number, lifetime?: number) =>
    db()
      .transaction()
      .execute((trx) => insertToken(trx, userId, 'reset-password', lifetime))
  const reset = (token: unknown, password: unknown = NEW_PASSWORD) =>
    post('reset-password', { token, password })

  test('sets it once, ends every session, and tells the owner', async () => {
    const user = await makeUser(db())
    const sessions = [await gateway.loginAs(user), await gateway.loginAs(user)]
    const bystander = await gateway.loginAs(await makeUser(db()))
    const token = await issue(user.id)
    expect(await reset(token)).toMatchObject({ status: 200 })
    expect(await Promise.all(sessions.map(isAlive))).toEqual([false, false])
    expect(await isAlive(bystander)).toBe(true)
    expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(401)
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
    expect(await mailsTo(user.id)).toEqual(['mail-password-changed'])

    expect(await reset(token, 'a third password')).toMatchObject({
      status: 400,
      json: { code: 'invalid_token', message: 'Invalid or expired token.' },
    })
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('of twenty uses at once one succeeds', async () => {
    const user = await makeUser(db())
    const token = await issue(user.id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, use) => reset(token, `the password of use ${use}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
    expect(await mailsTo(user.id)).toEqual(['mail-password-changed'])
  })

  test('verifies the address that it was mailed to', async () => {
    const user = await makeUser(db(), { isVerified: false })
    await reset(await issue(user.id))
    expect((await findUserById(db(), user.id))?.emailVerifiedAt).not.toBeNull()
  })

  test('is worth nothing tampered with, cut short, expired, voided by a newer one, or of another kind', async () => {
    const user = await makeUser(db(), { isVerified: false })
    const voided = await issue(user.id)
    const good = await issue(user.id)
    const verification = await db()
      .transaction()
      .execute((trx) => insertToken(trx, user.id, 'verify-email'))
    const expired = await issue((await makeUser(db())).id, -1)
    const tampered = (good.startsWith('A') ? 'B' : 'A') + good.slice(1)
    for (const token of [voided, expired, verification, tampered, good.slice(0, -1), `${good}A`, 'x']) {
      expect(await reset(token)).toMatchObject({ status: 400, json: { code: 'invalid_token' } })
    }
    for (const token of [[good], { token: good }, '', null, 7, 'x'.repeat(201)]) {
      expect(await reset(token)).toMatchObject({ status: 422, json: { code: 'invalid' } })
    }
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(401)
    expect(await reset(good)).toMatchObject({ status: 200 })
  })

  test('is not used up by a password that is not valid', async () => {
    const user = await makeUser(db())
    const token = await issue(user.id)
    expect(await reset(token, 'short')).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'password' }] },
    })
    expect(await reset(token)).toMatchObject({ status: 200 })
  })
})

test('a new password by a link can be used at once, however often the old one was not remembered', async () => {
  const user = await makeUser(db())
  for (let tries = 0; tries < 10; tries += 1) await logIn(user.email, 'not the password')
  expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(429)
  const token = await db()
    .transaction()
    .execute((trx) => insertToken(trx, user.id, 'reset-password'))
  await post('reset-password', { token, password: NEW_PASSWORD })
  expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
})

test('a login that a change of the password overtakes fails, and leaves no session', async () => {
  const user = await makeUser(db())
  const change = await db().startTransaction().execute()
  await updatePasswordHash(change, user.id, CHEAP_TEST_PASSWORD_HASH)
  await deleteSessions(change, user.id)
  const overtaken = logIn(user.email, TEST_PASSWORD)
  // It has made its session by the time that it waits for the change.
  await expect.poll(() => countSessions(user.id), { timeout: 30_000 }).toBe(1)
  await change.commit().execute()
  expect(await overtaken).toMatchObject({ status: 401, json: { code: 'invalid_credentials' } })
  expect(await countSessions(user.id)).toBe(0)
})

describe('changing the password', () => {
  const change = (as: string, json: unknown) => gateway.send('PUT', '/api/auth/change-password', { as, json })

  test('works soon after the login, and ends every other session', async () => {
    const user = await makeUser(db())
    const [here, there] = [await gateway.loginAs(user), await gateway.loginAs(user)]
    expect(await change(here, { password: NEW_PASSWORD })).toMatchObject({ status: 200 })
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
    expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(401)
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
    expect(await mailsTo(user.id)).toEqual(['mail-password-changed'])
  })

  test('voids a link to a new password that was mailed before', async () => {
    const user = await makeUser(db())
    const token = await db()
      .transaction()
      .execute((trx) => insertToken(trx, user.id, 'reset-password'))
    await change(await gateway.loginAs(user), { password: NEW_PASSWORD })
    expect((await post('reset-password', { token, password: 'a third password' })).status).toBe(400)
  })

  test('an hour after the login wants the present one', async () => {
    const user = await makeUser(db())
    const as = await gateway.loginAs(user, { loggedInAt: Date.now() - HOUR_MS - 1000 })
    expect(await change(as, { password: NEW_PASSWORD })).toMatchObject({
      status: 403,
      json: { code: 'reauthentication_required' },
    })
    expect(await change(as, { password: NEW_PASSWORD, currentPassword: 'a guess' })).toMatchObject({
      status: 403,
      json: { code: 'wrong_password' },
    })
    expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(200)
    expect(await change(as, { password: NEW_PASSWORD, currentPassword: TEST_PASSWORD })).toMatchObject({
      status: 200,
    })
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('lets nobody guess the present one for ever', async () => {
    const user = await makeUser(db())
    const as = await gateway.loginAs(user)
    const guess = () => change(as, { password: NEW_PASSWORD, currentPassword: 'a guess' })
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(403)
    expect((await guess()).status).toBe(429)
  })

  test('is for who is logged in', async () => {
    const answer = await gateway.send('PUT', '/api/auth/change-password', {
      json: { password: NEW_PASSWORD },
    })
    expect(answer.status).toBe(401)
  })
})

test('a hash of another cost is made anew at the next login', async () => {
  const user = await makeUser(db())
  expect(isOutdated(CHEAP_TEST_PASSWORD_HASH)).toBe(true)
  await updatePasswordHash(db(), user.id, CHEAP_TEST_PASSWORD_HASH)
  expect((await logIn(user.email, 'not the password')).status).toBe(401)
  expect(await findPasswordHash(db(), user.id)).toBe(CHEAP_TEST_PASSWORD_HASH)
  expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(200)
  const renewed = await findPasswordHash(db(), user.id)
  expect(renewed).not.toBe(CHEAP_TEST_PASSWORD_HASH)
  expect(isOutdated(renewed ?? '')).toBe(false)
  expect((await logIn(user.email, TEST_PASSWORD)).status).toBe(200)
})

test('the audit log has who, what, when and from where, and no password or address of anybody', async () => {
  const user = await makeUser(db())
  await logIn(user.email, 'not the password')
  await logIn(user.email, TEST_PASSWORD)
  const entries = await actionsAt(user.id)
  expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['user:login-failed', null],
    ['user:logged-in', user.id],
  ])
  for (const { address, request_id } of entries) {
    expect(address).toMatch(/127\.0\.0\.1$/)
    expect(request_id).toMatch(/\S/)
  }
  const all = JSON.stringify(await db().selectFrom('audit_log').selectAll().execute())
  expect(all).not.toContain(user.email)
  expect(all).not.toContain('not the password')
})
