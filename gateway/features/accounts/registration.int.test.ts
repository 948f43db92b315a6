import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const post = (path: string, json: unknown) => gateway.send('POST', `/api/auth/${path}`, { json })
const logIn = (email: string, password = TEST_PASSWORD) => post('login', { email, password })

const mailsTo = async (userId: number) => {
  const rows = await gateway.postgres.db.selectFrom('outbox').select(['job', 'payload']).execute()
  return rows.filter(({ payload }) => payload.userId === userId).map(({ job }) => job)
}

describe('registration', () => {
  const registration = (email: string) => ({ email, display_name: ' Ro Register ', password: 'long enough' })

  test('creates an unverified account and enqueues the mail', async () => {
    const response = await post('register', registration(' New@Example.test'))
    expect(response).toMatchObject({
      status: 200,
      json: { message: 'Registration successful. Please check your email to verify your account.' },
    })
    const user = await findUserByEmail(gateway.postgres.db, 'new@example.test')
    expect(user).toMatchObject({ displayName: 'Ro Register', isAdmin: false, emailVerifiedAt: null })
    expect(await mailsTo(user?.id ?? 0)).toEqual(['mail-verification'])
    expect((await logIn('new@example.test', 'long enough')).status).toBe(403)
  })

  test('responds alike for a known address and only mails its owner', async () => {
    const owner = await makeUser(gateway.postgres.db, { displayName: 'Owner' })
    const known = await post('register', registration(owner.email.toUpperCase()))
    const fresh = await post('register', registration('fresh@example.test'))
    expect([known.status, known.json]).toEqual([fresh.status, fresh.json])
    expect(await mailsTo(owner.id)).toEqual(['mail-known-address'])
    expect(await findUserByEmail(gateway.postgres.db, owner.email)).toMatchObject({ displayName: 'Owner' })
    expect((await logIn(owner.email)).status).toBe(200)
  })

  test('creates one account for five concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => post('register', registration('five@example.test'))),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const user = await findUserByEmail(gateway.postgres.db, 'five@example.test')
    const mails = await mailsTo(user?.id ?? 0)
    expect(mails.filter((job) => job === 'mail-verification')).toHaveLength(1)
  })

  test.each([
    ['email', { email: 'nowhere' }, 'Please enter a valid email address'],
    ['display_name', { display_name: ' x ' }, 'Display name must be at least 2 characters'],
    ['display_name', { display_name: 'x'.repeat(41) }, 'Display name must be at most 40 characters'],
    ['display_name', { display_name: 'evil\u202Eeman' }, 'Display name must not contain control characters'],
    ['password', { password: 'short' }, 'Password must be at least 8 characters'],
  ])('names an invalid %s', async (path, change, message) => {
    const response = await post('register', { ...registration('invalid@example.test'), ...change })
    expect(response).toMatchObject({ status: 422, json: { code: 'invalid', issues: [{ path, message }] } })
  })
})

describe('email verification', () => {
  const issue = (userId: number, lifetime?: number) =>
    gateway.postgres.db.transaction().execute((trx) => insertToken(trx, userId, 'verify-email', lifetime))
  const verify = (token: string) => gateway.send('GET', `/api/auth/verify-email/${encodeURIComponent(token)}`)

  test('succeeds once and returns token_used afterwards', async () => {
    const user = await makeUser(gateway.postgres.db, { isVerified: false })
    const token = await issue(user.id)
    expect(await verify(token)).toMatchObject({ status: 200 })
    expect((await logIn(user.email)).status).toBe(200)
    expect(await verify(token)).toMatchObject({
      status: 400,
      json: { code: 'token_used', message: expect.stringContaining('already been used') },
    })
  })

  test('returns 400 for expired, voided and unknown tokens', async () => {
    const user = await makeUser(gateway.postgres.db, { isVerified: false })
    const [voided, expired] = [await issue(user.id), await issue(user.id, -1)]
    for (const token of [voided, expired]) {
      expect(await verify(token)).toMatchObject({
        status: 400,
        json: { code: 'token_expired', message: expect.stringContaining('expired') },
      })
    }
    for (const token of ['rubbish', "' OR 1=1 --", 'x'.repeat(200)]) {
      expect(await verify(token)).toMatchObject({ status: 400, json: { code: 'invalid_token' } })
    }
  })
})

describe('verification mail request', () => {
  const resend = (email: string) => post('resend-verification', { email })

  test('responds alike for every address and mails unverified users only', async () => {
    const [unverified, verified] = [
      await makeUser(gateway.postgres.db, { isVerified: false }),
      await makeUser(gateway.postgres.db),
    ]
    const responses = [
      await resend(unverified.email),
      await resend(verified.email),
      await resend('unknown@example.test'),
    ]
    const [first] = responses
    for (const { status, json } of responses) expect([status, json]).toEqual([200, first?.json])
    expect(await mailsTo(unverified.id)).toEqual(['mail-verification'])
    expect(await mailsTo(verified.id)).toEqual([])
  })

  test('returns 429 after five requests for one address', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await resend('often@example.test')).status).toBe(200)
    }
    const refused = await resend('OFTEN@example.test')
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
