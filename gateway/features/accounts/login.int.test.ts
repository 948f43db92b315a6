import { holdSessionForUpdate, MAX_SESSIONS } from '@called-it/infra/postgres/queries/accounts/sessions'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { makeSession, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { sessionHashOf } from '@called-it/tests/support/gateway/session-hash-of'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { hashSessionId } from '../../auth/session.ts'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const me = (as: string) => gateway.send('GET', '/api/auth/me', { as })

describe('login', () => {
  test('returns the user and a cookie that identifies them', async () => {
    const user = await makeUser(db, { displayName: 'Lu Login' })
    const response = await gateway.logIn(` ${user.email.toUpperCase()} `)
    expect(response.status).toBe(200)
    expect(response.json).toEqual({
      id: user.id,
      email: user.email,
      display_name: 'Lu Login',
      avatar_path: null,
      shows_picks: true,
      is_admin: false,
      is_live_operator: false,
      rights_rest: false,
      rights_rest_at: null,
      has_password: true,
      has_passkey: false,
      email_verified: true,
      language: null,
      created_at: user.createdAt.toISOString(),
    })
    const again = await me(sessionCookieOf(response))
    expect([again.status, again.json]).toEqual([200, response.json])
  })

  test('sets a cookie that scripts and other sites cannot read', async () => {
    const user = await makeUser(db)
    const cookies = (await gateway.logIn(user.email)).headers.getSetCookie()
    expect(cookies.find((one) => one.startsWith('called_it_session='))).toMatch(
      /^called_it_session=1; Max-Age=7776000; Path=\/; .*SameSite=Lax$/,
    )
    const cookie = cookies.find((one) => one.startsWith('called-it=')) ?? ''
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(cookie).not.toContain('Domain')
    expect(cookie).not.toContain('Secure')
  })

  test('ends the oldest session of more than fifty, on open pages too', async () => {
    const user = await makeUser(db)
    const now = Date.now()
    for (let age = 1; age <= MAX_SESSIONS; age += 1) {
      await makeSession(db, user.id, { loggedInAt: now - age * 1_000 })
    }
    const [oldest] = await db
      .selectFrom('sessions')
      .select('sid')
      .where('user_id', '=', user.id)
      .orderBy(sql`(sess ->> 'loggedInAt')::bigint`)
      .execute()
    const sid = oldest?.sid ?? ''
    await db.transaction().execute(async (trx) => {
      const deviceKey = await holdSessionForUpdate(trx, { sessionId: sid, userId: user.id })
      const subscription = { endpoint: 'https://push.example.test/1', p256dh: '', auth: '' }
      await storePushSubscription(trx, user.id, { ...subscription, deviceKey, max: 1 })
    })
    const publish = vi.spyOn(gateway.parts.publisher, 'publish')
    const cookie = sessionCookieOf(await gateway.logIn(user.email))
    expect((await me(cookie)).status).toBe(200)
    const left = db.selectFrom('sessions').select('sid').where('user_id', '=', user.id)
    const sids = (await left.execute()).map((row) => row.sid)
    expect(sids).toHaveLength(MAX_SESSIONS)
    expect(sids).not.toContain(sid)
    const devices = db.selectFrom('push_subscriptions').select('id').where('user_id', '=', user.id)
    expect(await devices.execute()).toEqual([])
    expect(publish.mock.calls).toEqual([
      ['session:revoked', { userId: user.id, reason: 'ended', sessionHash: hashSessionId(sid) }],
    ])
  })

  test('returns the same for a wrong password and an unknown address', async () => {
    const user = await makeUser(db)
    const wrong = await gateway.logIn(user.email, 'not the password')
    const unknown = await gateway.logIn('who-is-this@example.test', 'not the password')
    expect(wrong.status).toBe(401)
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json])
    const headersOf = ({ headers }: { headers: Headers }) => [...headers.keys()].toSorted()
    expect(headersOf(unknown)).toEqual(headersOf(wrong))
    expect(wrong.headers.get('set-cookie')).toBeNull()
  })

  test('refuses the accounts of the demo where the demo is off', async () => {
    const { email } = await makeUser(db, { email: 'admin@demo.example' })
    expect(await gateway.logIn(email)).toMatchObject(refusal(401, 'invalid_credentials'))
    const demo = await gatewayOfTest({ config: { demo: true }, postgres: gateway.postgres })
    expect((await demo.logIn(email)).status).toBe(200)
  })

  test('returns 403 for an unverified address only with the right password', async () => {
    const user = await makeUser(db, { isVerified: false })
    expect(await gateway.logIn(user.email)).toMatchObject(refusal(403, 'email_not_verified'))
    expect(await gateway.logIn(user.email, 'not the password')).toMatchObject(
      refusal(401, 'invalid_credentials'),
    )
  })

  test('replaces the session id and ends the previous session with its sockets', async () => {
    const [victim, attacker] = [await makeUser(db), await makeUser(db)]
    const planted = await gateway.loginAs(attacker)
    const publish = vi.spyOn(gateway.parts.publisher, 'publish')
    const renewed = sessionCookieOf(await gateway.logIn(victim.email, TEST_PASSWORD, { as: planted }))
    expect(renewed).not.toBe(planted)
    const sessionHash = sessionHashOf(gateway, planted)
    expect(publish.mock.calls).toEqual([
      ['session:revoked', { userId: attacker.id, reason: 'renewed', sessionHash }],
    ])
    expect(await me(renewed)).toMatchObject({ status: 200, json: { id: victim.id } })
    expect((await me(planted)).status).toBe(401)
  })

  test('ignores credentials in the query', async () => {
    const user = await makeUser(db)
    const query = new URLSearchParams({ email: user.email, password: TEST_PASSWORD })
    expect((await gateway.send('POST', `/api/auth/login?${query}`, { json: {} })).status).toBe(422)
  })
})

describe('logout', () => {
  test('ends this session only', async () => {
    const user = await makeUser(db)
    const cookie = sessionCookieOf(await gateway.logIn(user.email))
    const other = await gateway.loginAs(user)
    const response = await gateway.send('POST', '/api/auth/logout', { as: cookie })
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(response).toMatchObject({
      status: 200,
      json: { message: 'You have been logged out successfully.' },
    })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^called-it=;.*Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(/^called_it_session=;.*Expires=Thu, 01 Jan 1970/),
    ])
    expect([(await me(cookie)).status, (await me(other)).status]).toEqual([401, 200])
  })
})

test('deletes the flag of a session that has ended elsewhere', async () => {
  const { headers } = await me('called_it_session=1')
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^called_it_session=;.*1970/)])
  expect((await me('')).headers.getSetCookie()).toEqual([])
})

test('returns 401 for an invalid cookie and an expired session', async () => {
  const user = await makeUser(db)
  const expired = await gateway.loginAs(user)
  await db
    .updateTable('sessions')
    .set({ expire: new Date(Date.now() - 60_000) })
    .where('user_id', '=', user.id)
    .execute()
  const valid = await gateway.loginAs(user)
  const tampered = valid.slice(0, -1) + (valid.endsWith('A') ? 'B' : 'A')
  expect((await me(valid)).status).toBe(200)
  for (const invalid of [expired, tampered, 'called-it=rubbish', 'called-it=%E0%A4%A']) {
    expect((await me(invalid)).status).toBe(401)
  }
})
