import { request as httpRequest } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { changeAndTell } from '@called-it/infra/live/change'
import { noPublisher } from '@called-it/infra/live/publisher'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import {
  makeAdmin,
  makeSetlist,
  makeShow,
  makeSong,
  makeSongs,
  makeStanding,
  makeTour,
  makeUser,
} from '@called-it/infra/postgres/factories'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { PATIENT } from '@called-it/tests/support/patience'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startGateway, type TestGateway } from '../testing/start-gateway.ts'

/** Reads the database for every call, and keeps what is hot: two gateways over one database. */
let plain: TestGateway
let hot: TestGateway
let tourId: number
const metrics = createGatewayMetrics()

beforeAll(async () => {
  plain = await startGateway()
  hot = await startGateway({ config: { keepsHotReads: true }, postgres: plain.postgres, metrics })
  const { db } = plain.postgres
  await makeSongs(db, 30)
  const tour = await makeTour(db)
  tourId = tour.id
  await makeShow(db, { tour_id: tourId })
  const played = await makeShow(db, { daysFromToday: -3, tour_id: tourId })
  await makeSetlist(db, played.id, { set1: [(await makeSong(db)).id], set2: [], encore: [] })
  for (const [index, name] of ['Ann', 'Bo', 'Cy'].entries()) {
    const user = await makeUser(db, { displayName: name })
    const figures = { user_id: user.id, total: 10 * index, shows: 1, best: 10 * index }
    await makeStanding(db, { board: GLOBAL_BOARD, ...figures })
    await makeStanding(db, { board: tourId, ...figures })
  }
  await vi.waitFor(async () => expect(await isKept()).toBe(true), PATIENT)
})
afterAll(async () => {
  await hot.stop()
  await plain.stop()
})

type Raw = { status: number; headers: Record<string, unknown>; body: Buffer }

/** An answer as it is on the wire, without what differs from one to the next. */
function ask(gateway: TestGateway, path: string, headers = {}, method = 'GET'): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>()
  const sent = httpRequest(gateway.url + path, { method, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    // Those of a connection, and how a body of unknown length is sent.
    const { date, connection, 'keep-alive': _, 'x-request-id': id, ...rest } = response.headers
    const { 'content-length': __, 'transfer-encoding': ___, ...told } = rest
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    resolve({ status: response.statusCode ?? 0, headers: told, body })
  })
  sent.once('error', reject).end()
  return promise
}

/** Whether answers come from memory by now: only then one that is compressed knows its length. */
function isKept(): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const headers = { 'accept-encoding': 'gzip' }
  const sent = httpRequest(`${hot.url}/api/songs/all`, { headers }, (response) => {
    response.resume()
    resolve(response.headers['content-length'] !== undefined)
  })
  sent.once('error', reject).end()
  return promise
}

const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const

const addresses = () => [
  '/api/site',
  '/api/admin/config',
  '/api/songs/all',
  '/api/tours',
  '/api/shows/upcoming',
  '/api/shows/recent',
  '/api/shows/recent/multiple',
  '/api/leaderboard',
  `/api/tours/${tourId}/leaderboard`,
]

describe('an answer from memory', () => {
  test('is the answer of the call’s own route', async () => {
    for (const path of addresses()) {
      const answers = [await ask(plain, path), await ask(hot, path), await ask(hot, path)]
      expect(answers[0]?.status, path).toBe(200)
      expect(answers[1], path).toEqual(answers[0])
      expect(answers[2], path).toEqual(answers[0])
      expect(await ask(hot, path, {}, 'HEAD'), path).toEqual(await ask(plain, path, {}, 'HEAD'))
      const tag = String(answers[0]?.headers.etag)
      const known = { 'if-none-match': tag, 'cache-control': 'max-age=0' }
      const unchanged = await ask(plain, path, known)
      expect(unchanged.status, path).toBe(304)
      // Who keeps the answer has to know what it hangs on, with a 304 too.
      unchanged.headers.vary = 'Accept-Encoding'
      expect(await ask(hot, path, known), path).toEqual(unchanged)
      expect((await ask(hot, path, { 'if-none-match': 'W/"another"' })).status, path).toBe(200)
    }
  })

  test.each(['br', 'gzip'] as const)('is compressed with %s as the route does', async (encoding) => {
    const path = '/api/songs/all'
    const accepted = { 'accept-encoding': encoding === 'br' ? 'gzip, deflate, br' : 'gzip, deflate' }
    const [own, kept] = [await ask(plain, path, accepted), await ask(hot, path, accepted)]
    expect(kept.headers).toEqual(own.headers)
    expect(kept.headers['content-encoding']).toBe(encoding)
    expect(String(await unpack[encoding](kept.body))).toBe(String((await ask(plain, path)).body))
  })

  test.each([
    ['/api/leaderboard?limit=1', {}],
    ['/API/Songs/All', {}],
    ['/api/songs/all/', {}],
    ['/api/tours/987654/leaderboard', {}],
    ['/api/tours/0/leaderboard', {}],
    ['/api/songs/all', { 'accept-encoding': 'br;q=0, gzip;q=1' }],
    ['/api/songs/all', { 'if-none-match': '*' }],
    ['/api/songs/all', { 'cache-control': 'no-cache' }],
  ])('is not given where more is asked: %s %o', async (path, headers) => {
    expect(await ask(hot, path, headers)).toEqual(await ask(plain, path, headers))
  })
})

/** Long enough to be read while it is open. */
const OPEN_FOR_MS = 4_000

describe('what was kept', () => {
  const songNames = async () => {
    const { json } = await hot.send('GET', '/api/songs/all')
    return JSON.stringify(json)
  }

  test('is given until a topic tells that it has changed', async () => {
    const { db } = plain.postgres
    const before = await songNames()
    await makeSong(db, { name: 'Quiet Newcomer' })
    expect(await songNames()).toBe(before)
    await changeAndTell(db, noPublisher, async (_, changed) => {
      changed.add(topics.show(1)).add(topics.settings)
    })
    await vi.waitFor(async () => expect(await configVersion()).toBe(1), PATIENT)
    expect(await songNames()).toBe(before)
    await changeAndTell(db, noPublisher, async (_, changed) => {
      changed.add(topics.catalogue)
    })
    await vi.waitFor(async () => expect(await songNames()).toContain('Quiet Newcomer'), PATIENT)
  })

  const configVersion = async () => {
    const { json } = await hot.send('GET', '/api/admin/config')
    return JSON.parse(JSON.stringify(json)).config.version
  }

  test('is never what was before one’s own change', async () => {
    const as = await plain.loginAs(await makeAdmin(plain.postgres.db))
    for (const siteOverlayEnabled of [true, false, true, false]) {
      const json = { config: { testModeEnabled: false, siteOverlayEnabled } }
      expect((await hot.send('POST', '/api/admin/config', { as, json })).status).toBe(200)
      expect((await hot.send('GET', '/api/admin/config')).json).toMatchObject({
        config: { siteOverlayEnabled },
      })
    }
  })

  test('turns over when a show closes, although nothing is told', async () => {
    const { db } = plain.postgres
    const venue = 'The Closing Door'
    const upcoming = async () => JSON.stringify((await hot.send('GET', '/api/shows/upcoming')).json)
    await changeAndTell(db, hot.parts.publisher, async (trx, changed) => {
      await makeShow(trx, { venue, locks_at: new Date(Date.now() + OPEN_FOR_MS) })
      changed.add(topics.catalogue)
    })
    await vi.waitFor(async () => expect(await upcoming()).toContain(venue), PATIENT)
    await vi.waitFor(async () => expect(await upcoming()).not.toContain(venue), PATIENT)
  })
})

test('is counted like any other answer, by its method and status', async () => {
  const counted = async () => {
    const { values } = await metrics.http.duration.get()
    return values.flatMap(({ metricName, value, labels }) =>
      metricName?.endsWith('_count') && labels.route === '/api/tours'
        ? [`${labels.method} ${labels.status} ${value}`]
        : [],
    )
  }
  // What is noted and not handed over yet would come after the reset.
  await counted()
  metrics.http.duration.reset()
  const { headers } = await ask(hot, '/api/tours')
  await ask(hot, '/api/tours')
  await ask(hot, '/api/tours', {}, 'HEAD')
  await ask(hot, '/api/tours', { 'if-none-match': headers.etag })
  expect((await counted()).sort()).toEqual(['GET 2xx 2', 'GET 3xx 1', 'HEAD 2xx 1'])
  expect((await metrics.http.inFlight.get()).values).toEqual([expect.objectContaining({ value: 0 })])
})

test('without Redis, where changes are heard late, every answer is read', async () => {
  const cut = await startGateway({
    config: { keepsHotReads: true },
    postgres: plain.postgres,
    redisUrl: 'redis://127.0.0.1:1',
  })
  try {
    await vi.waitFor(async () => expect((await cut.send('GET', '/api/songs/all')).status).toBe(200), PATIENT)
    await makeSong(plain.postgres.db, { name: 'Heard At Once' })
    expect((await cut.send('GET', '/api/songs/all')).text).toContain('Heard At Once')
  } finally {
    await cut.stop()
  }
})
