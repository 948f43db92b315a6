import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { insertPasskey } from '@called-it/infra/postgres/queries/accounts/passkeys'
import { noteConfirmation } from '@called-it/infra/postgres/queries/accounts/sessions'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { changeUser, makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'
import { readSessionId } from './session-cookie.ts'

const DAY_MS = 24 * 3_600_000

const gateway = await gatewayOfFile({ config: { requiresPasskeys: true } })
const { db } = gateway.postgres

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

async function makeHolder(firstLogin: Date | null, rights = { isAdmin: true, isLiveOperator: false }) {
  const user = await makeUser(db, rights)
  await changeUser(db, user.id, { first_login_at: firstLogin })
  return user
}

const check = (as: string, { send } = gateway) => send('GET', '/api/admin/check', { as })
const me = (as: string) => gateway.send('GET', '/api/auth/me', { as })
const takeLiveEditor = (as: string) => gateway.send('GET', '/api/shows/1/live/editor', { as })

function socketOf(cookie: string) {
  const request = new IncomingMessage(new Socket())
  request.headers.cookie = cookie
  return gateway.gateway.sessions.readLive(request)
}

describe('rights of an admin', () => {
  test.each([
    ['before the first login', null],
    ['within 14 days of it', daysAgo(13.9)],
  ])('lasts %s, and says until when', async (_, firstLogin) => {
    const as = await gateway.loginAs(await makeHolder(firstLogin))
    expect((await check(as)).status).toBe(200)
    const restsAt = firstLogin && new Date(firstLogin.getTime() + 14 * DAY_MS).toISOString()
    expect((await me(as)).json).toMatchObject({
      is_admin: true,
      rights_rest: false,
      rights_rest_at: restsAt,
    })
    expect(await socketOf(as)).toMatchObject({ isAdmin: true, isOperator: true })
  })

  test('rests afterwards in sessions without a passkey, whose login stays', async () => {
    const admin = await makeHolder(daysAgo(14.1))
    const as = await gateway.loginAs(admin)
    expect(await check(as)).toMatchObject(refusal(403, 'rights_rest'))
    expect(await me(as)).toMatchObject({
      status: 200,
      json: { is_admin: false, is_live_operator: false, rights_rest: true },
    })
    const changed = await gateway.send('PUT', '/api/auth/me/language', { as, json: { language: 'de' } })
    expect(changed.json).toMatchObject({ is_admin: false, rights_rest: true })
    const picksOfOther = `/api/users/${(await makeUser(db)).id}/predictions`
    expect(await gateway.send('GET', picksOfOther, { as })).toMatchObject(refusal(403, 'rights_rest'))
    expect((await gateway.logIn(admin.email)).json).toMatchObject({ is_admin: false, rights_rest: true })
    expect(await socketOf(as)).toMatchObject({ isAdmin: false, isOperator: false })
    expect(await gateway.gateway.sessions.listLive([admin.id])).toContainEqual(
      expect.objectContaining({ isAdmin: false, isOperator: false }),
    )
    const refused = await listAuditEntries(db, { action: 'admin:refused' })
    expect(refused.filter(({ actor_id }) => actor_id === admin.id)).toEqual([])
  })

  test('stays in a session that has used a passkey', async () => {
    const as = await gateway.loginAs(await makeHolder(daysAgo(100)), { passkeyAt: Date.now() })
    expect((await check(as)).status).toBe(200)
    expect((await me(as)).json).toMatchObject({ is_admin: true, rights_rest: false, rights_rest_at: null })
    expect(await socketOf(as)).toMatchObject({ isAdmin: true, isOperator: true })
  })

  test('comes back at once, in the session that uses a passkey', async () => {
    const admin = await makeHolder(daysAgo(15))
    const [as, other] = [await gateway.loginAs(admin), await gateway.loginAs(admin)]
    const { cookieName } = gateway.gateway.sessions
    const sessionId = readSessionId(as, cookieName, gateway.parts.config.sessionSecret) ?? ''
    const confirm = (byPasskey: boolean) =>
      db.transaction().execute((trx) => noteConfirmation(trx, { sessionId, userId: admin.id, byPasskey }))
    await confirm(false)
    expect(await check(as)).toMatchObject(refusal(403, 'rights_rest'))
    await confirm(true)
    expect((await check(as)).status).toBe(200)
    expect(await socketOf(as)).toMatchObject({ isAdmin: true })
    expect(await check(other)).toMatchObject(refusal(403, 'rights_rest'))
  })

  test('refuses who lacks the passkey of the account another one, and its removal', async () => {
    const admin = await makeHolder(daysAgo(15))
    const passkey = { id: `of-${admin.id}`, publicKey: '', counter: 0, name: 'a key' }
    await db
      .transaction()
      .execute((trx) => insertPasskey(trx, { userId: admin.id, host: 'localhost', passkey }))
    const as = await gateway.loginAs(admin)
    const path = '/api/users/current/passkeys'
    const response = { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
    for (const refused of [
      gateway.send('POST', path, { as, json: { response } }),
      gateway.send('DELETE', `${path}/${passkey.id}`, { as }),
      gateway.send('POST', '/api/users/current/recovery-codes', { as }),
    ]) {
      expect(await refused).toMatchObject(refusal(403, 'rights_rest'))
    }
  })

  test('does not rest where no passkey is required', async () => {
    const lenient = await gatewayOfTest({ postgres: gateway.postgres })
    const as = await gateway.loginAs(await makeHolder(daysAgo(100)))
    expect((await check(as, lenient)).status).toBe(200)
    expect((await lenient.send('GET', '/api/auth/me', { as })).json).toMatchObject({
      rights_rest: false,
      rights_rest_at: null,
    })
  })

  test('begins to rest 14 days after the first login, which no later one moves', async () => {
    const admin = await makeAdmin(db)
    await gateway.logIn(admin.email)
    const { first_login_at: first } = await db
      .selectFrom('users')
      .select('first_login_at')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    expect(first).not.toBeNull()
    await changeUser(db, admin.id, { first_login_at: daysAgo(15) })
    expect((await gateway.logIn(admin.email)).json).toMatchObject({ rights_rest: true })
  })

  test('keeps the last admin from deleting the profile, though it rests', async () => {
    await db.updateTable('users').set({ is_admin: false }).execute()
    const last = await makeHolder(daysAgo(15))
    const as = await gateway.loginAs(last)
    expect(await gateway.send('POST', '/api/auth/delete-profile', { as, json: {} })).toMatchObject(
      refusal(409, 'last_admin'),
    )
  })
})

describe('rights of a live operator', () => {
  const operator = { isAdmin: false, isLiveOperator: true }

  test('rests alike, and leaves the operator without those of an admin', async () => {
    const user = await makeHolder(daysAgo(15), operator)
    const as = await gateway.loginAs(user)
    expect(await takeLiveEditor(as)).toMatchObject(refusal(403, 'rights_rest'))
    expect(await check(as)).toMatchObject(refusal(403, 'not_allowed'))
    expect(await socketOf(as)).toMatchObject({ isOperator: false })
    const confirmed = await gateway.loginAs(user, { passkeyAt: Date.now() })
    expect((await takeLiveEditor(confirmed)).status).toBe(404)
  })

  test('begins to rest 14 days after they are granted to a fan of old', async () => {
    const fan = await makeHolder(daysAgo(100), { isAdmin: false, isLiveOperator: false })
    const as = await gateway.loginAs(await makeAdmin(db))
    const granted = { as, json: { is_live_operator: true } }
    const path = `/api/admin/users/${fan.id}/live-operator`
    expect((await gateway.send('PUT', path, granted)).status).toBe(200)
    expect((await takeLiveEditor(await gateway.loginAs(fan))).status).toBe(404)
  })

  test('never rests for a fan, who has none', async () => {
    const fan = await makeHolder(daysAgo(100), { isAdmin: false, isLiveOperator: false })
    const as = await gateway.loginAs(fan)
    expect((await me(as)).json).toMatchObject({ rights_rest: false, rights_rest_at: null })
    expect(await check(as)).toMatchObject(refusal(403, 'not_allowed'))
  })
})
