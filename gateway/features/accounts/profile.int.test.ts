import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import {
  findNewestRegistration,
  insertRegistrationToken,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import {
  eraseUser,
  findUserByEmail,
  findUserById,
  updateSwitch,
} from '@called-it/infra/postgres/queries/accounts/users'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { insertBlockedWord } from '@called-it/infra/postgres/queries/moderation/moderation'
import {
  insertPublicEvents,
  type NewPublicEvent,
} from '@called-it/infra/postgres/queries/outlets/public-events'
import { english } from '@called-it/languages/texts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { ERRORS } from '@called-it/shared/contract/errors'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { sayIssue } from '@called-it/shared/languages/said'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeStanding } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const me = (as: string) => gateway.send('GET', '/api/auth/me', { as })

const readBoard = async () => (await gateway.send('GET', '/api/leaderboard')).json

async function makePlayer(displayName: string) {
  const user = await makeUser(db, { displayName, isLiveOperator: true })
  await makeStanding(db, { board: GLOBAL_BOARD, user_id: user.id, total: 21 })
  return { user, as: await gateway.loginAs(user) }
}

const rename = (as: string, display_name: string) =>
  gateway.send('PUT', '/api/auth/profile', { as, json: { display_name } })

describe('display name', () => {
  test('changes for the user and on the boards', async () => {
    const { as, user } = await makePlayer('Before')
    expect(await rename(as, '  After  ')).toMatchObject({
      status: 200,
      json: { id: user.id, display_name: 'After' },
    })
    expect((await me(as)).json).toMatchObject({ display_name: 'After' })
    expect(await readBoard()).toMatchObject({
      leaderboard: expect.arrayContaining([expect.objectContaining({ userId: user.id, userName: 'After' })]),
    })
  })

  test.each(['Admin', 'Ca||ed 1t'])('returns 422 for the reserved name %s', async (display_name) => {
    const { as, user } = await makePlayer('Still me')
    const issues = [{ path: 'display_name', message: sayIssue(english, FIELD_TEXTS.displayName.reserved) }]
    expect(await rename(as, display_name)).toMatchObject({ status: 422, json: { code: 'invalid', issues } })
    expect((await findUserById(db, user.id))?.displayName).toBe('Still me')
    const registration = { email: 'new@example.test', display_name, password: TEST_PASSWORD }
    const registered = await gateway.send('POST', '/api/auth/register', { json: registration })
    expect(registered).toMatchObject({ status: 422, json: { code: 'invalid', issues } })
  })

  test('returns 422 for a name with a blocked word', async () => {
    const { as, user } = await makePlayer('Decent')
    await insertBlockedWord(db, 'heckler', user.id)
    expect(await rename(as, 'a H3ckler')).toMatchObject({
      status: 422,
      json: {
        code: 'invalid',
        issues: [{ path: 'display_name', message: sayIssue(english, FIELD_TEXTS.nameBlocked) }],
      },
    })
    expect((await rename(as, 'Hector')).status).toBe(200)
  })
})

describe('switch for picks', () => {
  const update = (as: string, json: object) => gateway.send('PUT', '/api/auth/profile', { as, json })

  test('changes and is logged without a change of the name or the boards', async () => {
    const { as, user } = await makePlayer('Quiet')
    const version = await getTopicVersion(db, topics.board(GLOBAL_BOARD))
    expect((await me(as)).json).toMatchObject({ shows_picks: true })
    for (const shows_picks of [false, false, true]) {
      expect(await update(as, { shows_picks })).toMatchObject({
        status: 200,
        json: { display_name: 'Quiet', shows_picks },
      })
    }
    expect((await update(as, { shows_picks: 'no' })).status).toBe(422)
    const audit = await listAuditEntries(db, { subject: `user:${user.id}` })
    expect(audit.map(({ action }) => action)).toEqual(['user:picks-hidden', 'user:picks-shown'])
    expect(await getTopicVersion(db, topics.board(GLOBAL_BOARD))).toBe(version)
  })

  test('stays as it is when the name changes', async () => {
    const { as } = await makePlayer('Quiet')
    await update(as, { shows_picks: false })
    expect(await update(as, { display_name: 'Quieter' })).toMatchObject({
      json: { display_name: 'Quieter', shows_picks: false },
    })
  })
})

describe('profile deletion', () => {
  const deleteProfile = (as: string, password: unknown = TEST_PASSWORD) =>
    gateway.send('POST', '/api/auth/delete-profile', { as, json: { password } })

  const replaceEvents = (...events: NewPublicEvent[]) =>
    db.transaction().execute(async (trx) => {
      await trx.deleteFrom('public_events').execute()
      await insertPublicEvents(trx, events)
    })
  const listPayloads = async () => {
    const events = await db.selectFrom('public_events').select('payload').orderBy('id').execute()
    return events.map(({ payload }) => payload)
  }

  /** By an admin who is none afterwards. */
  async function asAdmin(method: string, path: string, json?: object) {
    const admin = await makeAdmin(db)
    const response = await gateway.send(method, path, { as: await gateway.loginAs(admin), json })
    await updateSwitch(db, admin.id, 'is_admin', false)
    return response
  }

  test('erases personal data, tokens and sessions and keeps the scores', async () => {
    const { user, as } = await makePlayer('Leaving')
    const elsewhere = await gateway.loginAs(user)
    expect((await deleteProfile(as, 'not the password')).status).toBe(403)
    const token = await db.transaction().execute((trx) => insertToken(trx, user.id, 'reset-password'))
    await db.insertInto('notifications').values({ user_id: user.id, announcement_id: 1 }).execute()
    expect(await deleteProfile(as)).toMatchObject({ status: 200 })

    const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      email: null,
      password_hash: null,
      display_name: 'deleted fan',
      is_admin: false,
      is_live_operator: false,
      shows_picks: false,
    })
    expect(row.deleted_at).not.toBeNull()
    expect([(await me(as)).status, (await me(elsewhere)).status]).toEqual([401, 401])
    const reset = { token, password: 'a way back in' }
    expect((await gateway.send('POST', '/api/auth/reset-password', { json: reset })).status).toBe(400)
    expect(await readBoard()).toMatchObject({
      leaderboard: expect.arrayContaining([
        expect.objectContaining({ userId: user.id, userName: 'deleted fan', totalScore: 21 }),
      ]),
    })
    expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([])
    const auditLog = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())
    expect(auditLog).not.toContain(user.email)
    const entries = await listAuditEntries(db, { subject: `user:${user.id}` })
    expect(entries.map(({ action, address }) => [action, address])).toEqual([
      ['user:login-failed', null],
      ['user:deleted', null],
    ])
  })

  test('removes from the audit log what was written by and about the fan', async () => {
    const { user, as } = await makePlayer('Leaving')
    const key = { name: 'of Lea in the attic', currentPassword: TEST_PASSWORD }
    await gateway.send('POST', '/api/users/current/keys', { as, json: key })
    const path = `/api/admin/users/${user.id}/suspension`
    expect((await asAdmin('PUT', path, { reason: 'Lea is rude' })).status).toBe(200)
    expect((await asAdmin('DELETE', path)).status).toBe(200)
    await deleteProfile(await gateway.loginAs(user))
    const entries = await listAuditEntries(db, { subject: `user:${user.id}` })
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['key:made', {}],
      ['user:suspended', {}],
      ['suspension:lifted', {}],
      ['user:deleted', {}],
    ])
  })

  test.each([
    ['a deletion', (as: string) => deleteProfile(as)],
    ['a change', (as: string) => rename(as, 'Present')],
    [
      'a suspension',
      (_: string, userId: number) =>
        asAdmin('PUT', `/api/admin/users/${userId}/suspension`, { reason: 'Insults' }),
    ],
  ])('removes the name from tables of events after %s', async (_, change) => {
    const { user, as } = await makePlayer('Former')
    const row = (rank: number, name: string | null) => ({ rank, name, points: 7 })
    const show = { id: 1, date: '2026-07-01', venue: 'a hall', place: 'a town' }
    const week = { from: '2026-06-29', to: '2026-07-05', shows: 1 }
    const leaders = [row(1, 'Other'), row(2, 'Former'), row(3, null)]
    await replaceEvents(
      { kind: 'show-final', showId: null, key: 'final', payload: { show, players: 3, leaders } },
      { kind: 'weekly-table', showId: null, key: 'week', payload: { ...week, rows: [row(1, 'Former')] } },
    )
    await rename(as, 'Former')
    expect(JSON.stringify(await listPayloads()).match(/Former/g)).toHaveLength(2)
    expect((await change(as, user.id)).status).toBe(200)
    expect(await listPayloads()).toEqual([
      { show, players: 3, leaders: [row(1, 'Other'), row(2, null), row(3, null)] },
      { ...week, rows: [row(1, null)] },
    ])
  })

  test('removes the names of two fans who leave one table at once', async () => {
    const players = [await makePlayer('Former'), await makePlayer('Gone')]
    const rows = players.map(({ user }, index) => ({ rank: index + 1, name: user.displayName, points: 7 }))
    const payload = { from: '2026-06-29', to: '2026-07-05', shows: 1, rows }
    await replaceEvents({ kind: 'weekly-table', showId: null, key: 'week', payload })
    const first = await db.startTransaction().execute()
    await eraseUser(first, players[0]?.user.id ?? 0)
    const second = deleteProfile(players[1]?.as ?? '')
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await first.commit().execute()
    expect((await second).status).toBe(200)
    expect(await listPayloads()).toMatchObject([{ rows: [{ name: null }, { name: null }] }])
  })

  test('removes the network address of the registration', async () => {
    const registration = { email: 'brief@example.test', display_name: 'Brief', password: TEST_PASSWORD }
    await gateway.send('POST', '/api/auth/register', { json: registration })
    const { id = 0 } = (await findNewestRegistration(db, registration.email)) ?? {}
    const token = await db.transaction().execute((trx) => insertRegistrationToken(trx, id, 'verify-email'))
    const path = `/api/auth/verify-email/${token}`
    await gateway.send('POST', path, { json: { password: 'a guess' } })
    await gateway.send('GET', path)
    const { id: userId = 0 } = (await findUserByEmail(db, registration.email)) ?? {}
    await deleteProfile(await gateway.loginAs({ id: userId }))
    const entries = await listAuditEntries(db, { subject: `user:${userId}` })
    expect(entries.map(({ action, address }) => [action, address])).toEqual([
      ['user:registered', null],
      ['user:login-failed', null],
      ['user:verified', null],
      ['user:deleted', null],
    ])
  })

  test('publishes the deletion to open pages', async () => {
    const { as } = await makePlayer('Leaving')
    const before = await getTopicVersion(db, topics.deletions)
    await deleteProfile(as)
    expect(await getTopicVersion(db, topics.deletions)).toBe(before + 1)
  })

  test('deletes the predictions for open and cancelled shows of this user only', async () => {
    const { user, as } = await makePlayer('Leaving too')
    const song = await makeSong(db)
    const [open, closed] = [await makeShow(db), await makeShow(db, { picks_closed: true })]
    const cancelled = await makeShow(db, { cancelled_at: new Date() })
    for (const show of [open, closed, cancelled]) {
      await makePrediction(db, { showId: show.id, userId: user.id, picks: { set1: [song.id] } })
    }
    const other = await makeUser(db)
    await makePrediction(db, { showId: open.id, userId: other.id, picks: { set1: [song.id] } })
    await deleteProfile(as)
    const left = await db.selectFrom('predictions').select(['show_id', 'user_id']).orderBy('id').execute()
    expect(left).toEqual([
      { show_id: closed.id, user_id: user.id },
      { show_id: open.id, user_id: other.id },
    ])
  })

  test('allows a new registration with the same address', async () => {
    const { user, as } = await makePlayer('Coming back')
    await deleteProfile(as)
    const registration = { email: user.email, display_name: 'New here', password: 'long enough' }
    await gateway.send('POST', '/api/auth/register', { json: registration })
    expect(await findNewestRegistration(db, user.email)).toMatchObject({ displayName: 'New here' })
  })

  test('returns 409 for the last admin, also when two leave at once', async () => {
    const admins = [await makeAdmin(db), await makeAdmin(db)]
    const leave = async (admin: { id: number }) => deleteProfile(await gateway.loginAs(admin))
    const responses = await Promise.all(admins.map(leave))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(responses).toContainEqual(
      expect.objectContaining({ json: { code: 'last_admin', message: english(ERRORS.last_admin.text) } }),
    )
  })

  test('requires the right password', async () => {
    const { user, as } = await makePlayer('Staying')
    expect(await deleteProfile(as, 'a guess')).toMatchObject(refusal(403, 'wrong_password'))
    expect((await deleteProfile(as, '')).status).toBe(422)
    expect(await findUserById(db, user.id)).toMatchObject({ displayName: 'Staying', deletedAt: null })
    expect((await me(as)).status).toBe(200)
  })
})
