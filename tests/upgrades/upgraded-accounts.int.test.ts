import { writeSessionCookie } from '@called-it/gateway/auth/session-cookie'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway/start-gateway.ts'
import type { TestDatabase } from '../support/test-database.ts'
import { createReleasedDatabase, releases } from './released-database.ts'

describe.each(releases)('gateway on a database of release %s', (release) => {
  let database: TestDatabase
  let gateway: TestGateway
  beforeAll(async () => {
    database = await createReleasedDatabase(release)
    await migrateToLatest(database.url, () => undefined)
    gateway = await startGateway({ postgres: database })
  })
  afterAll(async () => {
    await gateway.stop()
    await database.drop()
  })

  const get = (path: string, session?: string) => {
    const { sessions } = gateway.gateway
    const { sessionSecret } = gateway.parts.config
    const as = session && writeSessionCookie(session, sessions.cookieName, sessionSecret)
    return gateway.send('GET', path, as ? { as } : {})
  }
  const logIn = async (name: string, password = 'correct horse battery') =>
    (await gateway.send('POST', '/api/auth/login', { json: { email: `${name}@example.test`, password } }))
      .status

  test('accepts passwords of every hash cost, and open verification links', async () => {
    expect([await logIn('bo'), await logIn('cleo'), await logIn('bo', 'x')]).toEqual([200, 200, 401])
    expect(await logIn('dee')).toBe(403)
    const verify = (token: string) => get(`/api/auth/verify-email/${token}`)
    expect(await verify('the-link-that-was-mailed-to-dee')).toMatchObject({ status: 200 })
    expect(await logIn('dee')).toBe(200)
    expect(await verify('the-link-that-bo-has-used')).toMatchObject({ json: { code: 'token_used' } })
  })

  test('keeps sessions and rights', async () => {
    expect(await get('/api/auth/me', 'the-session-of-bo')).toMatchObject({ status: 200, json: { id: 2 } })
    expect(await get('/api/admin/runs', 'the-session-of-bo')).toMatchObject({ status: 403 })
    expect(await get('/api/admin/runs', 'the-session-of-ada')).toMatchObject({ status: 200 })
  })

  test('serves scores, breakdowns and the leaderboard', async () => {
    const own = await get('/api/users/current/predictions/1', 'the-session-of-bo')
    expect(own).toMatchObject({ json: { prediction: { score: 185, version: 3 } } })
    const { json } = await get('/api/predictions/2/breakdown', 'the-session-of-bo')
    expect(json).toMatchObject({ breakdown: { totalScore: 185, correctSpecial: { count: 5, points: 75 } } })
    expect(await get('/api/leaderboard')).toMatchObject({
      json: { total: 4, leaderboard: [{ userId: 2, totalScore: 227 }, {}, {}, { userName: 'deleted fan' }] },
    })
  })
})
