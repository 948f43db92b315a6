import { holdSessionForUpdate } from '@called-it/infra/postgres/queries/accounts/sessions'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { changeUser, makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { sessionHashOf } from '@called-it/tests/support/gateway/session-hash-of'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'

const SESSIONS = '/api/users/current/sessions'
const HOUR_MS = 3_600_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const gateway = await gatewayOfFile({ config: { rateLimitScale: 1_000 } })
const { db } = gateway.postgres

const statusOf = async (as: string) => (await gateway.send('GET', '/api/auth/me', { as })).status
const keyOf = (cookie: string) => sessionHashOf(gateway, cookie)
const list = async (as: string) => (await gateway.request('listSessions', {}, { as })).sessions
const end = (as: string, key: string) => gateway.send('DELETE', `${SESSIONS}/${key}`, { as })

async function logIn(email: string, headers: Record<string, string> = { 'user-agent': FIREFOX }) {
  return sessionCookieOf(await gateway.logIn(email, TEST_PASSWORD, { headers }))
}

async function subscribe(userId: number) {
  const { sid } = await db
    .selectFrom('sessions')
    .select('sid')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    const deviceKey = await holdSessionForUpdate(trx, { sessionId: sid, userId })
    const subscription = { endpoint: `https://push.example.test/${userId}`, p256dh: '', auth: '' }
    await storePushSubscription(trx, userId, { ...subscription, deviceKey, max: 10 })
  })
}

describe('sessions', () => {
  test('lists browser and system, this one first, without ids', async () => {
    const user = await makeUser(db)
    const here = await logIn(user.email)
    const elsewhere = await logIn(user.email, { 'user-agent': '<b>call 555</b>/1.0 (x)' })
    const response = await gateway.send('GET', SESSIONS, { as: here })
    expect(response.json).toMatchObject({
      sessions: [
        { key: keyOf(here), browser: 'Firefox', system: 'Windows', is_current: true },
        { key: keyOf(elsewhere), browser: null, system: null, is_current: false },
      ],
    })
    const rows = await db.selectFrom('sessions').select('sid').where('user_id', '=', user.id).execute()
    for (const { sid } of rows) expect(response.text).not.toContain(sid)
  })

  test('ends one alone, with its device, on open pages too', async () => {
    const user = await makeUser(db)
    const gone = await logIn(user.email)
    await subscribe(user.id)
    const here = await gateway.loginAs(user)
    const publish = vi.spyOn(gateway.parts.publisher, 'publish')
    const response = await end(here, keyOf(gone))
    expect(response).toMatchObject({ status: 200, json: { sessions: [{ is_current: true }] } })
    expect(publish.mock.calls).toEqual([
      ['session:revoked', { userId: user.id, reason: 'ended', sessionHash: keyOf(gone) }],
    ])
    expect([await statusOf(gone), await statusOf(here)]).toEqual([401, 200])
    const devices = db.selectFrom('push_subscriptions').select('id').where('user_id', '=', user.id)
    expect(await devices.execute()).toEqual([])
    const actions = (await listAuditEntries(db, { subject: `user:${user.id}` })).map(({ action }) => action)
    expect(actions).toContain('user:session-ended')
    expect(await end(here, keyOf(gone))).toMatchObject(refusal(404, 'session_not_found'))
  })

  test('finds none of others', async () => {
    const [as, foreign] = [
      await gateway.loginAs(await makeUser(db)),
      await gateway.loginAs(await makeUser(db)),
    ]
    expect(await end(as, keyOf(foreign))).toMatchObject(refusal(404, 'session_not_found'))
    expect(await statusOf(foreign)).toBe(200)
  })

  test('ends all but this one, once of two that end each other', async () => {
    const user = await makeUser(db)
    const [one, two, three] = [
      await gateway.loginAs(user),
      await gateway.loginAs(user),
      await gateway.loginAs(user),
    ]
    const publish = vi.spyOn(gateway.parts.publisher, 'publish')
    const endOthers = (as: string) => gateway.send('DELETE', SESSIONS, { as })
    const statuses = (await Promise.all([endOthers(one), endOthers(two)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 401])
    const kept = statuses[0] === 200 ? one : two
    expect(publish.mock.calls).toEqual([
      ['session:revoked', { userId: user.id, reason: 'ended', exceptSessionHash: keyOf(kept) }],
    ])
    expect(await list(kept)).toHaveLength(1)
    expect(await statusOf(three)).toBe(401)
  })
})

describe('the session of an admin', () => {
  const rowOf = async (userId: number) =>
    db
      .selectFrom('sessions')
      .select(sql<number>`(extract(epoch FROM expire::timestamptz - now()) * 1000)::float`.as('endsIn'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  const age = (userId: number, ms: number) =>
    sql`UPDATE sessions SET sess = (sess::jsonb || jsonb_build_object('rolledAt', ${Date.now() - ms}::bigint))::json
      WHERE user_id = ${userId}`.execute(db)

  test('ends after twelve idle hours, from the login on', async () => {
    const admin = await makeAdmin(db)
    const cookie = await logIn(admin.email)
    expect((await rowOf(admin.id)).endsIn).toBeLessThanOrEqual(12 * HOUR_MS)
    expect((await rowOf(admin.id)).endsIn).toBeGreaterThan(11.9 * HOUR_MS)
    await db
      .updateTable('sessions')
      .set({ expire: sql<Date>`now() + interval '1 minute'` })
      .where('user_id', '=', admin.id)
      .execute()
    await age(admin.id, 1.1 * HOUR_MS)
    expect(await statusOf(cookie)).toBe(200)
    expect((await rowOf(admin.id)).endsIn).toBeGreaterThan(11.9 * HOUR_MS)
    expect((await rowOf(admin.id)).endsIn).toBeLessThanOrEqual(12 * HOUR_MS)
  })

  test('is one as soon as its use is noted after the user was made one', async () => {
    const user = await makeUser(db)
    const cookie = await logIn(user.email)
    await changeUser(db, user.id, { is_admin: true })
    await age(user.id, 1.1 * HOUR_MS)
    await statusOf(cookie)
    expect((await rowOf(user.id)).endsIn).toBeLessThanOrEqual(12 * HOUR_MS)
  })
})

describe('the mail of a new login', () => {
  const longAgo = () => new Date(Date.now() - 2 * HOUR_MS)
  const browserCookie = (response: { headers: Headers }) =>
    /called-it-browser=[^;]+/.exec(response.headers.getSetCookie().join(';'))?.[0] ?? ''

  test('goes out for a browser that has not logged in before, once', async () => {
    const user = await makeUser(db)
    await changeUser(db, user.id, { first_login_at: longAgo() })
    const first = await gateway.logIn(user.email, TEST_PASSWORD, { headers: { 'user-agent': FIREFOX } })
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-new-login'])
    const job = await db
      .selectFrom('outbox')
      .select('payload')
      .where('job', '=', 'mail-new-login')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(job.payload).toMatchObject({ userId: user.id, browser: 'Firefox', system: 'Windows' })
    await gateway.logIn(user.email, TEST_PASSWORD, { as: browserCookie(first) })
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-new-login'])
  })

  test('goes out where only a session of an earlier release is left', async () => {
    const user = await makeUser(db)
    await gateway.loginAs(user, { loggedInAt: longAgo().getTime() })
    await logIn(user.email)
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-new-login'])
  })

  test('does not go out while somebody signs up with two devices', async () => {
    const user = await makeUser(db)
    await logIn(user.email)
    await logIn(user.email)
    expect(await listMails(db, { userId: user.id })).toEqual([])
  })
})
