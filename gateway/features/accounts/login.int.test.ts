import { makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
