import { insertApiKey } from '@called-it/infra/postgres/queries/accounts/api-keys'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { upsertAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { insertConfirmedUser } from '@called-it/infra/postgres/queries/accounts/new-users'
import { findActiveSession } from '@called-it/infra/postgres/queries/accounts/sessions'
import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { findUserById, listHiddenUsers } from '@called-it/infra/postgres/queries/accounts/users'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { insertSuspension } from '@called-it/infra/postgres/queries/moderation/moderation'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { insertRootMails } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import {
  CHEAP_TEST_PASSWORD_HASH,
  makeAdmin,
  makeSession,
  makeUser,
} from '@called-it/tests/support/factories/accounts'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { openLiveClient } from '@called-it/tests/support/live-client'
import { expect, onTestFinished, test } from 'vitest'

const REASON = 'Your name insults the drummer.'
const IMAGE = { contentHash: 'a'.repeat(64), webp: Buffer.from('an image') }
const FULL = { status: 403, json: { code: 'suspended', message: `Your account is suspended. ${REASON}` } }

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const admin = await makeAdmin(db, { displayName: 'The Boss' })
const as = await gateway.loginAs(admin)

const suspend = (id: number, by = as) =>
  gateway.send('PUT', `/api/admin/users/${id}/suspension`, { as: by, json: { reason: REASON } })
const lift = (id: number) => gateway.send('DELETE', `/api/admin/users/${id}/suspension`, { as })
const { logIn } = gateway
const me = async (cookie: string) => (await gateway.send('GET', '/api/auth/me', { as: cookie })).status
const countSessions = async (user_id: number) =>
  (await db.selectFrom('sessions').select('sid').where('user_id', '=', user_id).execute()).length
const imageStatus = async (id: number) =>
  (await gateway.send('GET', `/api/avatars/${id}/${IMAGE.contentHash}.webp`)).status
const nameOnBoard = async (userId: number) =>
  JSON.stringify((await gateway.send('GET', '/api/leaderboard')).json).match(
    new RegExp(`"userId":${userId},"userName":"([^"]*)"`),
  )?.[1]

async function makePlayer() {
  const user = await makeUser(db, { displayName: 'Rude Name' })
  await upsertAvatar(db, user.id, IMAGE)
  await makeStanding(db, { board: GLOBAL_BOARD, user_id: user.id, total: 21 })
  return user
}

test('ends sessions and hides name, picks and image; lifting gives all back', async () => {
  const user = await makePlayer()
  const cookie = await gateway.loginAs(user)
  const page = await openLiveClient(gateway.url, 'websocket', cookie)
  onTestFinished(() => void page.socket.disconnect())
  const before = await findUserById(db, user.id)
  const league = await makeLeague(db, [user.id])
  const shown = [topics.board(GLOBAL_BOARD), topics.league(league.id), topics.deletions]
  const versions = () => Promise.all(shown.map((topic) => getTopicVersion(db, topic)))
  const versionsBefore = await versions()

  const suspended = { user_id: user.id, display_name: 'Rude Name', reason: REASON, suspended_by: 'The Boss' }
  expect(await suspend(user.id)).toMatchObject({ status: 200, json: { suspended: [suspended] } })
  expect(await versions()).toEqual(versionsBefore.map((version) => version + 1))
  expect(await listHiddenUsers(db)).toEqual([user.id])
  await expect.poll(() => page.all('session:revoked')).toEqual([{ reason: 'ended' }])
  expect([await me(cookie), await countSessions(user.id)]).toEqual([401, 0])
  expect(await findUserById(db, user.id)).toMatchObject({
    displayName: 'suspended fan',
    showsPicks: false,
    avatarPath: null,
  })
  expect([await imageStatus(user.id), await nameOnBoard(user.id)]).toEqual([404, 'suspended fan'])
  expect(await logIn(user.email)).toMatchObject(FULL)
  expect(await logIn(user.email, 'a wrong one')).toMatchObject({ status: 401 })

  expect(await lift(user.id)).toMatchObject({ status: 200, json: { suspended: [] } })
  expect(await findUserById(db, user.id)).toEqual(before)
  expect([await imageStatus(user.id), await nameOnBoard(user.id)]).toEqual([200, 'Rude Name'])
  expect((await logIn(user.email)).status).toBe(200)
  const entries = await listAuditEntries(db, { subject: `user:${user.id}` })
  expect(entries.filter(({ actor_id }) => actor_id === admin.id)).toMatchObject([
    { action: 'user:suspended', details: { reason: REASON } },
    { action: 'suspension:lifted' },
  ])
})

test('rejects a login, a rename and an image that a suspension overtakes', async () => {
  const user = await makePlayer()
  const cookie = await gateway.loginAs(user)
  const suspension = await db.startTransaction().execute()
  await insertSuspension(suspension, { userId: user.id, reason: REASON, adminId: admin.id })
  const login = logIn(user.email)
  const rename = gateway.send('PUT', '/api/auth/profile', { as: cookie, json: { display_name: 'Ruder' } })
  const upload = upsertAvatar(db, user.id, { ...IMAGE, contentHash: 'b' })
  // The login has inserted its session before it waits for the suspension.
  await expect.poll(() => countSessions(user.id)).toBe(2)
  await suspension.commit().execute()
  expect(await login).toMatchObject(refusal(401, 'invalid_credentials'))
  expect([(await rename).status, await upload, await countSessions(user.id)]).toEqual([401, false, 0])
  expect((await findUserById(db, user.id))?.displayName).toBe('suspended fan')
})

test('deletes keys and devices, which lifting does not give back, and mails the reason', async () => {
  const user = await makePlayer()
  const key = await db.transaction().execute(async (trx) => {
    const subscription = { endpoint: 'https://push.example.test/1', p256dh: '', auth: '', max: 1 }
    await storePushSubscription(trx, user.id, subscription)
    return insertApiKey(trx, user.id, 'bot')
  })
  const read = () =>
    gateway.send('GET', '/api/users/current/score', { headers: { authorization: `Bearer ${key}` } })
  expect((await read()).status).toBe(200)
  await suspend(user.id)
  await suspend(user.id)
  await lift(user.id)
  expect((await read()).status).toBe(401)
  const devices = db.selectFrom('push_subscriptions').select('id').where('user_id', '=', user.id)
  expect(await devices.execute()).toEqual([])
  expect(await listMails(db, { userId: user.id })).toEqual(['mail-suspended'])
})

test('gives a session that is left of a suspended user no rights', async () => {
  const user = await makePlayer()
  await suspend(user.id)
  const { sessionId } = await makeSession(db, user.id)
  expect([await me(await gateway.loginAs(user)), await findActiveSession(db, sessionId)]).toEqual([401, null])
})

test('outlasts a new password and a new registration', async () => {
  const user = await makePlayer()
  await suspend(user.id)
  const token = await db.transaction().execute((trx) => insertToken(trx, user.id, 'reset-password'))
  const password = 'another long one'
  expect((await gateway.send('POST', '/api/auth/reset-password', { json: { token, password } })).status).toBe(
    200,
  )
  expect(await logIn(user.email, password)).toMatchObject(FULL)

  const unverified = await makeUser(db, { isVerified: false })
  await suspend(unverified.id)
  const registration = { displayName: 'New', passwordHash: CHEAP_TEST_PASSWORD_HASH, language: null }
  expect(await insertConfirmedUser(db, { ...registration, email: unverified.email })).toBeNull()
})

test('goes with the profile', async () => {
  const user = await makePlayer()
  await suspend(user.id)
  await db.transaction().execute((trx) => eraseDataOfUser(trx, user.id))
  const left = await db.selectFrom('suspensions').select('user_id').where('user_id', '=', user.id).execute()
  expect(left).toEqual([])
})

test('changes nothing a second time, for a deleted user, oneself and the last admin', async () => {
  const user = await makePlayer()
  await suspend(user.id)
  await suspend(user.id)
  await lift(user.id)
  await lift(user.id)
  expect((await findUserById(db, user.id))?.displayName).toBe('Rude Name')
  const { length } = await listAuditEntries(db, { subject: `user:${user.id}` })
  expect(length).toBe(2)
  expect(await suspend(2_147_483_647)).toMatchObject(refusal(404, 'user_not_found'))
  expect(await suspend(admin.id)).toMatchObject(refusal(409, 'last_admin'))
  const other = await makeAdmin(db)
  expect(await suspend(admin.id)).toMatchObject(refusal(403, 'not_allowed'))
  // Two admins who suspend each other: one stays.
  const statuses = [suspend(other.id), suspend(admin.id, await gateway.loginAs(other))].map(
    async (response) => (await response).status,
  )
  expect((await Promise.all(statuses)).toSorted()).not.toEqual([200, 200])
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .execute()
  expect(admins).toHaveLength(1)
  await db.transaction().execute((trx) => insertRootMails(trx, { showId: 1, lockNo: 1 }))
  const mails = await db.selectFrom('outbox').select('payload').where('job', '=', 'mail-pick-root').execute()
  expect(mails.map(({ payload }) => payload.userId)).toEqual(admins.map(({ id }) => id))
})
