import { request as httpRequest } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { changeAndPublish } from '@called-it/infra/events/change'
import { type EventPublisher, noPublisher } from '@called-it/infra/events/publisher'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import {
  changeShow,
  makeSetlist,
  makeShow,
  makeSong,
  makeSongs,
  makeTour,
} from '@called-it/tests/support/factories/catalogue'
import { makeChances } from '@called-it/tests/support/factories/chances'
import { makeLiveBoard } from '@called-it/tests/support/factories/live-boards'
import { makePrediction, makeStanding } from '@called-it/tests/support/factories/scores'
import {
  gatewayOfFile,
  gatewayOfTest,
  type TestGateway,
} from '@called-it/tests/support/gateway/start-gateway'
import { PATIENT } from '@called-it/tests/support/patience'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openLiveShowParts } from '../features/live-shows/live-show.ts'
import { openCrowdCounts } from '../features/show-picks/crowd-counts.ts'
import { openShowPages } from '../show-pages/show-page.ts'
import { cachedEndpoints } from './cached-endpoints.ts'

const metrics = createGatewayMetrics()
/** Two gateways over one database, without and with the cache. */
const plain = await gatewayOfFile()
const caching = await gatewayOfFile({ config: { cachesResponses: true }, postgres: plain.postgres, metrics })
const { db } = plain.postgres
const { id: tourId } = await makeTour(db)
const { id: playedId } = await makeShow(db, { daysFromToday: -3, tour_id: tourId })

beforeAll(async () => {
  await makeSongs(db, 30)
  await makeShow(db, { tour_id: tourId })
  await makeSetlist(db, playedId, { set1: [(await makeSong(db)).id], set2: [], encore: [] })
  for (const [index, name] of ['Ann', 'Bo', 'Cy'].entries()) {
    const user = await makeUser(db, { displayName: name })
    const standing = { user_id: user.id, total: 10 * index, shows: 1, best: 10 * index }
    await makeStanding(db, { board: GLOBAL_BOARD, ...standing })
    await makeStanding(db, { board: tourId, ...standing })
  }
  await vi.waitFor(async () => expect(await isCached()).toBe(true), PATIENT)
})

type Raw = { status: number; headers: Record<string, unknown>; body: Buffer }

/** A response as sent, without the headers that differ between two of them. */
function fetchRaw(gateway: TestGateway, path: string, headers = {}, method = 'GET'): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>()
  const sent = httpRequest(gateway.url + path, { method, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    // Headers of the connection, and of the framing of a body of unknown length.
    const { date, connection, 'keep-alive': _, 'x-request-id': id, ...rest } = response.headers
    const { 'content-length': __, 'transfer-encoding': ___, ...compared } = rest
    expect(id).toMatch(/^[0-9a-f]{18}-\d+$/)
    resolve({ status: response.statusCode ?? 0, headers: compared, body })
  })
  sent.once('error', reject).end()
  return promise
}

/** Only a compressed response from the cache knows its length. */
async function isCached(): Promise<boolean> {
  const { headers } = await caching.send('GET', '/api/songs/all', { headers: { 'accept-encoding': 'gzip' } })
  return headers.has('content-length')
}

const publish = (topic: string, publisher: EventPublisher = caching.parts.publisher) =>
  changeAndPublish(db, publisher, async (_, changed) => void changed.add(topic))

const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const

const paths = [
  '/api/site',
  '/api/admin/config',
  '/api/songs/all',
  '/api/tours',
  '/api/shows/upcoming',
  '/api/shows/live',
  '/api/shows/recent',
  '/api/shows/recent/multiple',
  '/api/practice/shows',
  '/api/leaderboard',
  '/api/leaderboard/above-expectation',
  '/api/machine',
  `/api/tours/${tourId}/leaderboard`,
  `/api/shows/${playedId}/chances`,
  `/api/shows/${playedId}/proof`,
  `/api/shows/${playedId}/crowd`,
  `/api/shows/${playedId}/system-cards`,
  `/api/shows/${playedId}/corrections`,
  `/api/shows/${playedId}/live`,
]

describe('cached response', () => {
  test('equals the response of its own route', async () => {
    for (const path of paths) {
      const response = await fetchRaw(plain, path)
      expect(response.status, path).toBe(200)
      expect(await fetchRaw(caching, path), path).toEqual(response)
      expect(await fetchRaw(caching, path), path).toEqual(response)
      expect(await fetchRaw(caching, path, {}, 'HEAD'), path).toEqual(await fetchRaw(plain, path, {}, 'HEAD'))
      const tag = String(response.headers.etag)
      const known = { 'if-none-match': tag, 'cache-control': 'max-age=0' }
      const unchanged = await fetchRaw(plain, path, known)
      expect(unchanged.status, path).toBe(304)
      // The cache sends Vary with a 304 too, as RFC 9110 demands.
      unchanged.headers.vary = 'Accept-Encoding'
      expect(await fetchRaw(caching, path, known), path).toEqual(unchanged)
      expect((await fetchRaw(caching, path, { 'if-none-match': 'W/"another"' })).status, path).toBe(200)
    }
  })

  test('is never that of the clock', async () => {
    const readClock = async () => (await caching.send('GET', '/api/clock')).json
    const before = await readClock()
    await expect.poll(() => readClock()).not.toEqual(before)
  })

  test.each(['br', 'gzip'] as const)('is compressed with %s like its own route', async (encoding) => {
    const path = '/api/songs/all'
    const accepted = { 'accept-encoding': encoding === 'br' ? 'gzip, deflate, br' : 'gzip, deflate' }
    const [own, cached] = [await fetchRaw(plain, path, accepted), await fetchRaw(caching, path, accepted)]
    expect(cached.headers).toEqual(own.headers)
    expect(cached.headers['content-encoding']).toBe(encoding)
    expect(String(await unpack[encoding](cached.body))).toBe(String((await fetchRaw(plain, path)).body))
  })

  test.each([
    ['/api/leaderboard?limit=1', {}],
    ['/API/Songs/All', {}],
    ['/api/songs/all/', {}],
    ['/api/tours/987654/leaderboard', {}],
    ['/api/tours/0/leaderboard', {}],
    ['/api/shows/987654/crowd', {}],
    ['/api/shows/987654/chances', {}],
    ['/api/shows/987654/live', {}],
    ['/api/songs/all', { 'accept-encoding': 'br;q=0, gzip;q=1' }],
    ['/api/songs/all', { 'if-none-match': '*' }],
    ['/api/songs/all', { 'cache-control': 'no-cache' }],
  ])('is not used for %s %o', async (path, headers) => {
    expect(await fetchRaw(caching, path, headers)).toEqual(await fetchRaw(plain, path, headers))
  })
})

/** Long enough to be read while the show is open. */
const OPEN_FOR_MS = 4_000

describe('cache renewal', () => {
  const songNames = async () => JSON.stringify(await caching.request('listSongs'))

  test('reads again only after a change of a topic that affects the response', async () => {
    const before = await songNames()
    await makeSong(db, { name: 'Quiet Newcomer' })
    expect(await songNames()).toBe(before)
    await publish(topics.settings, noPublisher)
    await expect.poll(async () => (await caching.request('getConfig')).config.version).toBe(1)
    expect(await songNames()).toBe(before)
    await publish(topics.catalogue, noPublisher)
    await expect.poll(() => songNames()).toContain('Quiet Newcomer')
  })

  test('keeps the crowd of a show over changes of the show until it is reopened', async () => {
    const { id } = await makeShow(db, { locks_at: new Date(Date.now() - 60_000) })
    const crowd = () => caching.send('GET', `/api/shows/${id}/crowd`)
    const { id: userId } = await makeUser(db)
    await makePrediction(db, { showId: id, userId, picks: { set1: [1] } })
    const before = await crowd()
    expect(before).toMatchObject({ status: 200, json: { players: 1 } })
    await makePrediction(db, { showId: id, userId: (await makeUser(db)).id, picks: { set1: [1] } })
    await publish(topics.show(id))
    expect((await crowd()).text).toBe(before.text)
    await changeAndPublish(db, caching.parts.publisher, async (trx, changed) => {
      const reopened = { locks_at: new Date(Date.now() + 3_600_000) }
      await changeShow(trx, id, reopened)
      changed.add(topics.show(id))
    })
    await expect.poll(async () => (await crowd()).status).toBe(409)
  })

  test('reads a live show again after its topic', async () => {
    const { id } = await makeShow(db, { daysFromToday: -9 })
    const players = async () => (await caching.request('getLiveShow', { showId: id })).players
    expect(await players()).toBe(0)
    await makeLiveBoard(db, { showId: id, rows: [{ userId: 1, total: 0 }] })
    expect(await players()).toBe(0)
    await publish(topics.live(id))
    await expect.poll(() => players()).toBe(1)
  })

  test('keeps names for seconds only, which go without an event', async () => {
    const liveShows = { ...openLiveShowParts(db), viewersOf: () => 0 }
    const crowds = openCrowdCounts(db)
    const showPages = openShowPages({ db, crowds, liveShows, topicsOf: () => ({}) })
    const find = cachedEndpoints({ ...caching.parts, crowds, liveShows, showPages })
    for (const path of ['/api/machine', `/api/shows/${playedId}/live`, `/api/shows/${playedId}/page`]) {
      const expiresAt = (await find(path)?.read())?.expiresAt
      expect(expiresAt?.getTime(), path).toBeLessThan(Date.now() + 10_000)
    }
  })

  test('reads chances again after their topic, and after their show at the lock', async () => {
    const { id } = await makeShow(db)
    const state = async () => (await caching.request('getChances', { showId: id })).chances?.is_frozen
    expect(await state()).toBe(undefined)
    await makeChances(db, { showId: id })
    expect(await state()).toBe(undefined)
    await publish(topics.chances)
    await expect.poll(() => state()).toBe(false)
    await changeAndPublish(db, caching.parts.publisher, async (trx, changed) => {
      await trx.updateTable('show_chances').set({ frozen_at: new Date() }).where('show_id', '=', id).execute()
      changed.add(topics.show(id))
    })
    await expect.poll(() => state()).toBe(true)
  })

  test('never serves the state before a change of the same gateway', async () => {
    const as = await plain.loginAs(await makeAdmin(plain.postgres.db))
    for (const siteOverlayEnabled of [true, false, true, false]) {
      const json = { config: { testModeEnabled: false, siteOverlayEnabled } }
      expect((await caching.send('POST', '/api/admin/config', { as, json })).status).toBe(200)
      expect((await caching.send('GET', '/api/admin/config')).json).toMatchObject({
        config: { siteOverlayEnabled },
      })
    }
  })

  test('reads again when a show closes without an event, also lists without shows', async () => {
    const venue = 'The Closing Door'
    const list = async (name: string) =>
      JSON.stringify((await caching.send('GET', `/api/shows/${name}`)).json)
    await changeAndPublish(db, caching.parts.publisher, async (trx, changed) => {
      await makeShow(trx, { venue, locks_at: new Date(Date.now() + OPEN_FOR_MS) })
      changed.add(topics.catalogue)
    })
    await expect.poll(() => list('upcoming')).toContain(venue)
    expect(await list('live')).toBe('{"shows":[]}')
    await expect.poll(() => list('upcoming')).not.toContain(venue)
    expect(await list('live')).toContain(venue)
  })
})

test('counts cached responses by route, method and status', async () => {
  const counted = async () => {
    const { values } = await metrics.http.duration.get()
    return values.flatMap(({ metricName, value, labels }) =>
      metricName?.endsWith('_count') && labels.route === '/api/tours'
        ? [`${labels.method} ${labels.status} ${value}`]
        : [],
    )
  }
  metrics.http.duration.reset()
  const { headers } = await fetchRaw(caching, '/api/tours')
  await fetchRaw(caching, '/api/tours')
  await fetchRaw(caching, '/api/tours', {}, 'HEAD')
  await fetchRaw(caching, '/api/tours', { 'if-none-match': headers.etag })
  expect((await counted()).sort()).toEqual(['GET 2xx 2', 'GET 3xx 1', 'HEAD 2xx 1'])
  expect((await metrics.http.inFlight.get()).values).toEqual([expect.objectContaining({ value: 0 })])
})

test('reads every response while Redis is unavailable', async () => {
  const isolated = await gatewayOfTest({
    config: { cachesResponses: true },
    postgres: plain.postgres,
    redisUrl: 'redis://127.0.0.1:1',
  })
  expect((await isolated.send('GET', '/api/songs/all')).status).toBe(200)
  await makeSong(plain.postgres.db, { name: 'Read At Once' })
  expect((await isolated.send('GET', '/api/songs/all')).text).toContain('Read At Once')
})
