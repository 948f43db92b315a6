import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { endSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { eraseUser, holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import { API_KEY_PREFIX, MAX_API_KEYS } from '@called-it/shared/contract/api-keys'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { watchTables } from '@called-it/tests/fuzz/table-watch'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { changeUser, makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { makeSeason, makeTourStatistics } from '@called-it/tests/support/factories/seasons'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { describe, expect, test } from 'vitest'

const KEYS = '/api/users/current/keys'

// Without Redis no request waits for workers.
const gateway = await gatewayOfFile({ redisUrl: 'redis://127.0.0.1:1', config: { rateLimitScale: 1_000 } })
const { db } = gateway.postgres

const by = (key: string, method = 'GET', path = '/api/users/current/score') =>
  gateway.send(method, path, { headers: { authorization: `Bearer ${key}` } })

async function makeKey(user: { id: number }, name = 'my bot') {
  const as = await gateway.loginAs(user)
  const json = { name, currentPassword: TEST_PASSWORD }
  return { as, ...(await gateway.request('createApiKey', {}, { as, json })) }
}

describe('API key', () => {
  test('is shown once, reads what its user may read, and notes its use', async () => {
    const user = await makeUser(db)
    const { as, key, keys } = await makeKey(user)
    expect(key).toMatch(new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`))
    expect(keys).toMatchObject([{ name: 'my bot', hint: key.slice(-4), last_used_at: null }])
    const response = await by(key)
    expect(response).toMatchObject({ status: 200, json: { totalScore: 0 } })
    expect(response.headers.get('set-cookie')).toBeNull()
    const listed = await gateway.request('listApiKeys', {}, { as })
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(listed.keys[0]?.last_used_at).not.toBeNull()
    const { rows } = await gateway.postgres.pool.query('SELECT * FROM api_keys')
    expect(JSON.stringify(rows)).not.toContain(key.slice(API_KEY_PREFIX.length))
  })

  test('ends when its user revokes it, and rests during a suspension', async () => {
    const user = await makeUser(db)
    const { as, key, keys } = await makeKey(user)
    await changeUser(db, user.id, { suspended_at: new Date() })
    expect(await by(key)).toMatchObject(refusal(401, 'unknown_key'))
    await changeUser(db, user.id, { suspended_at: null })
    expect((await by(key)).status).toBe(200)
    const other = await gateway.loginAs(await makeUser(db))
    const path = `${KEYS}/${keys[0]?.id}`
    expect(await gateway.send('DELETE', path, { as: other })).toMatchObject({
      json: { code: 'key_not_found' },
    })
    expect(await gateway.send('DELETE', path, { as })).toMatchObject({ status: 200, json: { keys: [] } })
    expect((await by(key)).status).toBe(401)
    const entries = await listAuditEntries(db, { subject: `user:${user.id}` })
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['key:made', 'key:revoked']))
    expect(JSON.stringify(entries)).not.toContain(key)
  })

  test('is made with the current password long after the login, and mailed', async () => {
    const user = await makeUser(db)
    const as = await gateway.loginAs(user, { loggedInAt: Date.now() - 3_600_000 })
    const make = (given: object) => gateway.send('POST', KEYS, { as, json: { name: 'bot', ...given } })
    const wrong = await make({ currentPassword: 'not the password' })
    expect(wrong).toMatchObject(refusal(403, 'wrong_password'))
    expect(await listMails(db, { userId: user.id })).toEqual([])
    expect((await make({ currentPassword: TEST_PASSWORD })).status).toBe(200)
    expect(await listMails(db, { userId: user.id })).toEqual(['mail-key-made'])
  })

  test('is not made by a session that ends meanwhile', async () => {
    const user = await makeUser(db)
    const as = await gateway.loginAs(user)
    const ending = await db.startTransaction().execute()
    await holdUserForUpdate(ending, user.id)
    const json = { name: 'bot', currentPassword: TEST_PASSWORD }
    const made = gateway.send('POST', KEYS, { as, json })
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await endSessions(ending, user.id)
    await ending.commit().execute()
    expect(await made).toMatchObject(refusal(401, 'not_logged_in'))
  })

  type Owner = { id: number; as: string }
  const resetPassword = async ({ id }: Owner) => {
    const token = await db.transaction().execute((trx) => insertToken(trx, id, 'reset-password'))
    const json = { token, password: 'another-long-password' }
    return gateway.send('POST', '/api/auth/reset-password', { json })
  }
  const changePassword = ({ as }: Owner) =>
    gateway.send('PUT', '/api/auth/change-password', { as, json: { password: 'another-long-password' } })
  const endByAdmin = async ({ id }: Owner) =>
    gateway.send('DELETE', `/api/admin/users/${id}/sessions`, {
      as: await gateway.loginAs(await makeAdmin(db)),
    })

  test.each([
    ['a reset password', resetPassword],
    ['a changed password', changePassword],
    ['sessions that an admin ends', endByAdmin],
  ])('ends with %s', async (_, end) => {
    const user = await makeUser(db)
    const { as, key } = await makeKey(user)
    expect((await end({ id: user.id, as })).status).toBe(200)
    expect(await by(key)).toMatchObject(refusal(401, 'unknown_key'))
  })

  test('ends with the profile', async () => {
    const user = await makeUser(db)
    const { key } = await makeKey(user)
    await db.transaction().execute(async (trx) => {
      await eraseUser(trx, user.id)
      await eraseDataOfUser(trx, user.id)
    })
    expect(await by(key)).toMatchObject(refusal(401, 'unknown_key'))
    const rows = await db.selectFrom('api_keys').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toEqual([])
  })

  test('is one of five at most, also when twenty are made at once', async () => {
    const as = await gateway.loginAs(await makeUser(db))
    const json = { name: 'bot', currentPassword: TEST_PASSWORD }
    const make = () => gateway.send('POST', KEYS, { as, json })
    const statuses = (await Promise.all(Array.from({ length: 20 }, make))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_API_KEYS)
    expect(statuses.filter((status) => status === 409)).toHaveLength(20 - MAX_API_KEYS)
  })

  test('is made twenty times an hour', async () => {
    const limited = await gatewayOfTest()
    const as = await limited.loginAs(await makeUser(limited.postgres.db))
    const json = { name: 'bot', currentPassword: TEST_PASSWORD }
    const make = async () => {
      await limited.postgres.db.deleteFrom('api_keys').execute()
      return (await limited.send('POST', KEYS, { as, json })).status
    }
    for (let count = 0; count < 20; count += 1) expect(await make()).toBe(200)
    expect(await make()).toBe(429)
  })

  test('is refused when it is unknown, and left to a proxy where it is no key', async () => {
    expect(await by('calledit_x')).toMatchObject(refusal(401, 'unknown_key'))
    const headers = { authorization: 'Basic Zm86YmE=' }
    expect((await gateway.send('GET', '/api/clock', { headers })).status).toBe(200)
  })

  test('reads sixty times a minute, public endpoints among them', async () => {
    const limited = await gatewayOfTest({ config: { cachesResponses: true } })
    const as = await limited.loginAs(await makeUser(limited.postgres.db))
    const json = { name: 'bot', currentPassword: TEST_PASSWORD }
    const { key } = await limited.request('createApiKey', {}, { as, json })
    const headers = { authorization: `Bearer ${key}` }
    const read = async () => (await limited.send('GET', '/api/leaderboard', { headers })).status
    for (let count = 0; count < 60; count += 1) expect(await read()).toBe(200)
    expect(await read()).toBe(429)
    expect((await limited.send('GET', '/api/leaderboard')).status).toBe(200)
    // What a key may not do counts, and waits, too.
    expect((await limited.send('POST', '/api/predictions', { headers, json: {} })).status).toBe(429)
  })

  test('reads only by GETs that change nothing, and enqueue only what visitors may', () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (!endpoint.forKeys) continue
      expect(endpoint.method, name).toBe('GET')
      if (endpoint.access === 'visitor') continue
      expect(endpoint.access, name).toBe('fan')
      expect([endpoint.refusesHead, endpoint.accepted], name).toEqual([undefined, undefined])
    }
  })

  test.each([
    'getCurrentUser',
    'listApiKeys',
    'listNotifications',
    'listFollowed',
    'listLeagues',
    'getLeagueInvitation',
    'getInvitation',
    'getReplay',
    'getHistory',
    'downloadLeaves',
    'verifyEmail',
    'listUsers',
    'readAuditLog',
    'getLiveEditor',
  ] as const)('does not read %s', (name) => {
    expect<Endpoint>(endpoints[name]).not.toHaveProperty('forKeys')
  })

  /** A show of a tour that is over, which the user and another player predicted. */
  async function makeScoredShow(userId: number) {
    const song = await makeSong(db)
    const tour = await makeTour(db, { end_date: new Date(Date.now() - 864e5).toISOString().slice(0, 10) })
    const show = await makeShow(db, { daysFromToday: -3, tour_id: tour.id })
    await makeSetlist(db, show.id, { set1: [song.id] })
    const other = await makeUser(db)
    const players = [userId, other.id]
    const predictions: number[] = []
    for (const player of players) {
      const picks = { set1: [song.id] }
      predictions.push((await makePrediction(db, { showId: show.id, userId: player, picks })).id)
      for (const board of [tour.id, GLOBAL_BOARD])
        await makeStanding(db, { board, user_id: player, total: 5 })
    }
    await makeScores(
      db,
      show,
      players.map((player) => ({ user_id: player, total: 5 })),
    )
    const [own, foreign] = predictions
    return { song, tour, show, own, foreign, other }
  }

  test.each(['a fan', 'an admin'])(
    'reads what keys may read, changes nothing and shows no address, of %s',
    async (owner) => {
      const user = await (owner === 'an admin' ? makeAdmin(db) : makeUser(db))
      const { song, tour, show, own } = await makeScoredShow(user.id)
      await makeSeason(db, tour.id)
      await makeTourStatistics(db, tour.id)
      const { key } = await makeKey(user)
      // Notes the use before the tables are compared.
      await by(key)
      const ids: Record<string, unknown> = {
        userId: user.id,
        songId: song.id,
        showId: show.id,
        tourId: tour.id,
        predictionId: own,
        notebook: 'press-notebook',
        invitation: 'a'.repeat(22),
        token: 'a'.repeat(22),
        kind: 'final-score',
      }
      const fill = (path: string) => path.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? 1))
      const watch = watchTables(db)
      const before = await watch.read()
      for (const [name, { method, path, forKeys }] of Object.entries<Endpoint>(endpoints)) {
        const response = await by(key, method, fill(path))
        if (forKeys) expect(response.status, name).toBe(200)
        else expect(response, name).toMatchObject(refusal(403, 'key_not_allowed'))
        expect(response.text, name).not.toMatch(/@[\w.-]+\.(?:example|test)/)
      }
      await watch.expectUnchanged(before)
    },
  )

  test("reads no other fan's predictions, even of an admin", async () => {
    const admin = await makeAdmin(db)
    const { other, own, foreign } = await makeScoredShow(admin.id)
    const { key } = await makeKey(admin)
    expect((await by(key, 'GET', `/api/predictions/${own}/breakdown`)).status).toBe(200)
    for (const path of [`/api/predictions/${foreign}/breakdown`, `/api/users/${other.id}/predictions`])
      expect(await by(key, 'GET', path)).toMatchObject(refusal(403, 'not_allowed'))
  })
})
