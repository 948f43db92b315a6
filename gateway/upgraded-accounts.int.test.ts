import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { createReleasedDatabase, releases } from '@called-it/tests/upgrades/released-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSessionCookie } from './auth/session-cookie.ts'

const PASSWORD = 'correct horse battery'

async function startUpgraded(release: string) {
  const database = await createReleasedDatabase(release)
  try {
    await migrateToLatest(database.url, () => undefined)
    const gateway = await startGateway({ postgres: database })
    return { gateway, stop: () => gateway.stop().finally(() => database.drop()) }
  } catch (error) {
    await database.drop()
    throw error
  }
}

describe.each(releases)('accounts of release $release', ({ release }) => {
  let gateway: TestGateway
  let stop: () => Promise<void>
  beforeAll(async () => {
    const upgraded = await startUpgraded(release)
    gateway = upgraded.gateway
    stop = upgraded.stop
  })
  afterAll(() => stop())

  const get = (path: string, as?: string) => gateway.send('GET', path, as === undefined ? {} : { as })
  const logIn = (email: string) =>
    gateway.send('POST', '/api/auth/login', { json: { email, password: PASSWORD } })
  const cookieOf = (sessionId: string) =>
    writeSessionCookie(sessionId, gateway.gateway.sessions.cookieName, gateway.parts.config.sessionSecret)

  test('accepts passwords of every hash cost', async () => {
    for (const email of ['bo@example.test', 'cleo@example.test']) {
      expect(await logIn(email)).toMatchObject({ status: 200 })
    }
    expect(
      await gateway.send('POST', '/api/auth/login', { json: { email: 'bo@example.test', password: 'x' } }),
    ).toMatchObject({ status: 401 })
  })

  test('accepts an open verification link and refuses a used one', async () => {
    expect(await logIn('dee@example.test')).toMatchObject({ status: 403 })
    expect(await get('/api/auth/verify-email/the-link-that-was-mailed-to-dee')).toMatchObject({ status: 200 })
    expect(await logIn('dee@example.test')).toMatchObject({ status: 200 })
    expect(await get('/api/auth/verify-email/the-link-that-bo-has-used')).toMatchObject({
      json: { code: 'token_used' },
    })
  })

  test('keeps sessions, rights and avatars', async () => {
    const bo = await get('/api/auth/me', cookieOf('the-session-of-bo'))
    expect(bo).toMatchObject({ status: 200, json: { id: 2, avatar_path: expect.any(String) } })
    expect(await get('/api/admin/runs', cookieOf('the-session-of-bo'))).toMatchObject({ status: 403 })
    expect(await get('/api/admin/runs', cookieOf('the-session-of-ada'))).toMatchObject({ status: 200 })
  })

  test('keeps the score and breakdown of a prediction', async () => {
    const as = cookieOf('the-session-of-bo')
    const picked = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, name: `Song ${id}` }))
    expect(await get('/api/users/current/predictions/1', as)).toMatchObject({
      json: { prediction: { score: 185, version: 3, setlist: { set1: picked } } },
    })
    expect(await get('/api/predictions/2/breakdown', as)).toMatchObject({
      json: { breakdown: { totalScore: 185, correctSpecial: { count: 5, points: 75 } } },
    })
  })

  test('keeps the leaderboard and saves an open prediction', async () => {
    expect(await get('/api/leaderboard')).toMatchObject({
      json: {
        total: 4,
        version: 6,
        leaderboard: [
          { rank: 1, userId: 2, totalScore: 227, showsParticipated: 2, bestScore: 185 },
          { rank: 2, userId: 1, totalScore: 65 },
          { rank: 3, userId: 3, totalScore: 36 },
          { rank: 4, userId: 5, userName: 'deleted fan', totalScore: 28 },
        ],
      },
    })
    const saved = await gateway.send('POST', '/api/predictions', {
      as: cookieOf('the-session-of-bo'),
      json: { show_id: 5, version: 4, setlist: { set1: [{ id: 7 }, { id: 9 }], set2: [], encore: [] } },
    })
    expect(saved).toMatchObject({ status: 200, json: { prediction: { version: 5 } } })
  })

  test('keeps the settings', async () => {
    expect(await get('/api/admin/config')).toMatchObject({
      json: { config: { testModeEnabled: false, siteOverlayEnabled: true } },
    })
  })
})
