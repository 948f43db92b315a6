import { makeUser, TEST_PASSWORD } from '@called-it/infra/postgres/factories'
import { issueToken } from '@called-it/infra/postgres/queries/auth-tokens'
import { findUserByEmail } from '@called-it/infra/postgres/queries/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../../testing/start-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const post = (path: string, json?: unknown, as?: string) =>
  gateway.send('POST', `/api/auth/${path}`, {
    ...(json === undefined ? {} : { json }),
    ...(as === undefined ? {} : { as }),
  })

const logIn = (email: string, password = TEST_PASSWORD, as?: string) => post('login', { email, password }, as)

/** The name and value of the session's cookie in an answer, as a browser sends them back. */
function cookieOf({ headers }: { headers: Headers }): string {
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  return cookie
}

const me = (as: string) => gateway.send('GET', '/api/auth/me', { as })

const mailsTo = async (userId: number) => {
  const rows = await gateway.postgres.db.selectFrom('outbox').select(['job', 'payload']).execute()
  return rows.filter(({ payload }) => payload.userId === userId).map(({ job }) => job)
}

describe('logging in', () => {
  test('answers with the user, and the cookie is theirs from then on', async () => {
    const user = await makeUser(gateway.postgres.db, { displayName: 'Lu Login' })
    const answer = await logIn(` ${user.email.toUpperCase()} `)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      id: user.id,
      email: user.email,
      display_name: 'Lu Login',
      avatar_path: null,
      is_admin: false,
      email_verified: true,
      created_at: user.createdAt.toISOString(),
    })
    const again = await me(cookieOf(answer))
    expect([again.status, again.json]).toEqual([200, answer.json])
  })

  test('gives a cookie that scripts and other sites do not have', async () => {
    const user = await makeUser(gateway.postgres.db)
    const cookie = (await logIn(user.email)).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^called-it=/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(cookie).not.toContain('Domain')
    expect(cookie).not.toContain('Secure')
  })

  test('tells a wrong password and an unknown address apart by nothing', async () => {
    const user = await makeUser(gateway.postgres.db)
    const wrong = await logIn(user.email, 'not the password')
    const unknown = await logIn('who-is-this@example.test', 'not the password')
    expect(wrong.status).toBe(401)
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json])
    const headersOf = ({ headers }: { headers: Headers }) => [...headers.keys()].toSorted()
    expect(headersOf(unknown)).toEqual(headersOf(wrong))
    expect(wrong.headers.get('set-cookie')).toBeNull()
  })

  test('says only to who knows the password that the address is not verified', async () => {
    const user = await makeUser(gateway.postgres.db, { isVerified: false })
    expect(await logIn(user.email)).toMatchObject({ status: 403, json: { code: 'email_not_verified' } })
    expect(await logIn(user.email, 'not the password')).toMatchObject({
      status: 401,
      json: { code: 'invalid_credentials' },
    })
  })

  test('takes a new session id, and the one from before is worth nothing', async () => {
    const [victim, attacker] = [await makeUser(gateway.postgres.db), await makeUser(gateway.postgres.db)]
    const planted = await gateway.loginAs(attacker)
    const own = cookieOf(await logIn(victim.email, TEST_PASSWORD, planted))
    expect(own).not.toBe(planted)
    expect(await me(own)).toMatchObject({ status: 200, json: { id: victim.id } })
    expect((await me(planted)).status).toBe(401)
  })

  test('does not take credentials from the query', async () => {
    const user = await makeUser(gateway.postgres.db)
    const query = new URLSearchParams({ email: user.email, password: TEST_PASSWORD })
    expect((await post(`login?${query}`, {})).status).toBe(422)
  })

  test.each([
    { email: ['a@example.test'], password: 'x' },
    { email: { $ne: '' }, password: 'x' },
    { email: 'a@example.test', password: { length: 3 } },
    { email: 'a@example.test', password: 'x'.repeat(129) },
    { email: 'a@example.test', password: '' },
    { email: 'no address', password: 'x' },
    { email: 'a@example.test', password: 'x', is_admin: true },
  ])('refuses %o', async (body) => {
    expect(await post('login', body)).toMatchObject({ status: 422, json: { code: 'invalid' } })
  })
})

describe('logging out', () => {
  test('ends the session for good', async () => {
    const user = await makeUser(gateway.postgres.db)
    const cookie = cookieOf(await logIn(user.email))
    const answer = await post('logout', undefined, cookie)
    expect(answer).toMatchObject({
      status: 200,
      json: { message: 'You have been logged out successfully.' },
    })
    expect(answer.headers.get('set-cookie')).toMatch(/^called-it=;.*Expires=Thu, 01 Jan 1970/)
    expect((await me(cookie)).status).toBe(401)
  })

  test('ends no other session of the user', async () => {
    const user = await makeUser(gateway.postgres.db)
    const [here, there] = [await gateway.loginAs(user), await gateway.loginAs(user)]
    await post('logout', undefined, here)
    expect((await me(there)).status).toBe(200)
  })

  test('is no error without a session', async () => {
    expect((await post('logout')).status).toBe(200)
  })
})

describe('a cookie', () => {
  test('that was tampered with is nobody', async () => {
    const cookie = await gateway.loginAs(await makeUser(gateway.postgres.db))
    const tampered = cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A')
    expect((await me(tampered)).status).toBe(401)
    expect((await me('called-it=rubbish')).status).toBe(401)
    expect((await me('called-it=%E0%A4%A')).status).toBe(401)
  })

  test('whose session has expired is nobody', async () => {
    const user = await makeUser(gateway.postgres.db)
    const cookie = await gateway.loginAs(user)
    await gateway.postgres.db
      .updateTable('sessions')
      .set({ expire: new Date(Date.now() - 60_000) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await me(cookie)).status).toBe(401)
  })
})

describe('registering', () => {
  const registration = (email: string) => ({ email, display_name: ' Ro Register ', password: 'long enough' })

  test('creates an account that must be verified, and orders the mail', async () => {
    const answer = await post('register', registration(' New@Example.test'))
    expect(answer).toMatchObject({
      status: 200,
      json: { message: 'Registration successful. Please check your email to verify your account.' },
    })
    const user = await findUserByEmail(gateway.postgres.db, 'new@example.test')
    expect(user).toMatchObject({ displayName: 'Ro Register', isAdmin: false, emailVerifiedAt: null })
    expect(await mailsTo(user?.id ?? 0)).toEqual(['mail-verification'])
    expect((await logIn('new@example.test', 'long enough')).status).toBe(403)
  })

  test('answers a known address like a new one, changes nothing, and mails its owner', async () => {
    const owner = await makeUser(gateway.postgres.db, { displayName: 'Owner' })
    const known = await post('register', registration(owner.email.toUpperCase()))
    const fresh = await post('register', registration('fresh@example.test'))
    expect([known.status, known.json]).toEqual([fresh.status, fresh.json])
    expect(await mailsTo(owner.id)).toEqual(['mail-known-address'])
    expect(await findUserByEmail(gateway.postgres.db, owner.email)).toMatchObject({ displayName: 'Owner' })
    expect((await logIn(owner.email)).status).toBe(200)
  })

  test('of one address five times at once makes one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('register', registration('five@example.test'))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
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
  ])('names %s where it is not valid', async (path, change, message) => {
    const answer = await post('register', { ...registration('invalid@example.test'), ...change })
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid', issues: [{ path, message }] } })
  })
})

describe('a verification link', () => {
  const issue = (userId: number, lifetime?: number) =>
    gateway.postgres.db.transaction().execute((trx) => issueToken(trx, userId, 'verify-email', lifetime))
  const verify = (token: string) => gateway.send('GET', `/api/auth/verify-email/${encodeURIComponent(token)}`)

  test('works once, and says so afterwards', async () => {
    const user = await makeUser(gateway.postgres.db, { isVerified: false })
    const token = await issue(user.id)
    expect(await verify(token)).toMatchObject({ status: 200 })
    expect((await logIn(user.email)).status).toBe(200)
    expect(await verify(token)).toMatchObject({
      status: 400,
      json: { code: 'token_used', message: expect.stringContaining('already been used') },
    })
  })

  test('that has run out, or was followed by a newer one, says that it has expired', async () => {
    const user = await makeUser(gateway.postgres.db, { isVerified: false })
    const [old, newer] = [await issue(user.id), await issue(user.id, -1)]
    for (const token of [old, newer]) {
      expect(await verify(token)).toMatchObject({
        status: 400,
        json: { code: 'token_expired', message: expect.stringContaining('expired') },
      })
    }
  })

  test.each(['rubbish', "' OR 1=1 --", 'x'.repeat(200)])(
    'that was never given out is invalid: %s',
    async (token) => {
      expect(await verify(token)).toMatchObject({ status: 400, json: { code: 'invalid_token' } })
    },
  )

  test('that is used twenty times at once works once', async () => {
    const user = await makeUser(gateway.postgres.db, { isVerified: false })
    const token = await issue(user.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(19)
  })
})

describe('asking for another verification mail', () => {
  const resend = (email: string) => post('resend-verification', { email })

  test('answers every address alike, and mails only whoever needs one', async () => {
    const [unverified, verified] = [
      await makeUser(gateway.postgres.db, { isVerified: false }),
      await makeUser(gateway.postgres.db),
    ]
    const answers = [
      await resend(unverified.email),
      await resend(verified.email),
      await resend('unknown@example.test'),
    ]
    const [first] = answers
    for (const { status, json } of answers) expect([status, json]).toEqual([200, first?.json])
    expect(await mailsTo(unverified.id)).toEqual(['mail-verification'])
    expect(await mailsTo(verified.id)).toEqual([])
  })

  test('is limited by address, known or not', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await resend('often@example.test')).status).toBe(200)
    }
    const refused = await resend('OFTEN@example.test')
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
