/**
 * The services of the compose file as plain processes: two gateways and two workers behind nginx.
 *
 * The rolling restart (F9) fails without `gateway/overload/shutdown.ts`: nginx answers 503 to a save that it sent into a
 * connection that the gateway closed. It also fails without `max_fails=0` for sockets, which then find no gateway after
 * the second restart.
 */
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { versionedConfig } from '@called-it/shared/contract/site'
import {
  makeAdmin,
  makeSetlist,
  makeShow,
  makeSongs,
  makeUser,
  TEST_PASSWORD,
} from '@called-it/tests/support/factories'
import { type LiveClient, openLiveClient } from '@called-it/tests/support/live-client'
import { isLongRun } from '@called-it/tests/support/long-run'
import { findNginx } from '@called-it/tests/support/proxy'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { startTopology, type Topology } from '@called-it/tests/support/topology'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const nginx = findNginx()
const PATIENCE = { timeout: 120_000, interval: 20 }
const LIMIT_MS = 300_000
/** A connection makes as many within its first 5 s, not counting the attempts themselves. */
const MAX_ATTEMPTS = 3

describe.runIf(isLongRun && nginx !== null)('two gateways behind nginx', () => {
  let database: TestDatabase
  let topology: Topology
  let songs: readonly { id: number }[]

  beforeAll(async () => {
    database = await createTestDatabase()
    songs = await makeSongs(database.db, 20)
    topology = await startTopology(nginx ?? '', { databaseUrl: database.url, redisUrl: testRedis().url })
  }, LIMIT_MS)
  afterAll(async () => {
    await topology?.stop()
    await database.drop()
  })

  const url = () => topology.proxy.url

  /** A request as a browser on the site makes it. */
  function send(method: string, path: string, given: { as?: string; json?: object } = {}) {
    return fetch(url() + path, {
      method,
      headers: {
        origin: url(),
        ...(given.as !== undefined && { cookie: given.as }),
        ...(given.json && { 'content-type': 'application/json' }),
      },
      ...(given.json && { body: JSON.stringify(given.json) }),
    })
  }

  /** @returns the session cookie */
  async function logIn({ email }: { email: string }): Promise<string> {
    const response = await send('POST', '/api/auth/login', { json: { email, password: TEST_PASSWORD } })
    expect(response.status).toBe(200)
    return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  }

  /** The gateway of the proxy's newest request. */
  async function lastGateway(before: number): Promise<string> {
    await expect.poll(async () => (await topology.proxy.requests()).length).toBeGreaterThan(before)
    return (await topology.proxy.requests())[before]?.gateway ?? ''
  }

  /** A route cookie for each gateway. */
  async function drawRoutes(): Promise<Map<string, string>> {
    const routes = new Map<string, string>()
    for (let drawn = 0; routes.size < topology.gateways.size; drawn += 1) {
      const cookie = `called_it_route=drawn-${drawn}`
      const before = (await topology.proxy.requests()).length
      const response = await send('GET', '/socket.io/?EIO=4&transport=polling', { as: cookie })
      expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
      routes.set(await lastGateway(before), cookie)
    }
    return routes
  }

  async function switchesVersion(): Promise<number> {
    const response = await send('GET', '/api/admin/config')
    return z.object({ config: versionedConfig }).parse(await response.json()).config.version
  }

  async function open(transport: 'websocket' | 'polling', cookie?: string): Promise<LiveClient> {
    const client = await openLiveClient(url(), transport, cookie)
    onTestFinished(() => void client.socket.disconnect())
    return client
  }

  async function makePredictedShow(predictions: number): Promise<number> {
    const show = await makeShow(database.db)
    await makeSetlist(database.db, show.id, { set1: songs.slice(0, 9).map(({ id }) => id) })
    const picks = Array.from({ length: 19 }, (_, slot) =>
      (songs[slot]?.id ?? 0).toString(16).padStart(4, '0'),
    )
    await sql`
      WITH crowd AS (
        INSERT INTO users (email, display_name, sort_name, password_hash)
        SELECT 'crowd-' || ${show.id}::integer || '-' || number || '@example.test', 'Crowd ' || number,
          'crowd ' || number, 'none'
        FROM generate_series(1, ${predictions}::integer) AS number RETURNING id
      )
      INSERT INTO predictions (show_id, user_id, picks)
      SELECT ${show.id}::integer, id, decode(${picks.join('')}, 'hex') FROM crowd`.execute(database.db)
    return show.id
  }

  test('delivers events on both gateways, over WebSockets and over polling', {
    timeout: LIMIT_MS,
  }, async () => {
    const admin = await logIn(await makeAdmin(database.db))
    const showId = await makePredictedShow(5_000)
    const routes = await drawRoutes()
    const clients: LiveClient[] = []
    for (const route of routes.values()) {
      clients.push(await open('websocket', `${admin}; ${route}`), await open('polling', `${admin}; ${route}`))
    }
    // Without a session, placed by the cookie that the proxy sets.
    const visitors = await Promise.all([1, 2, 3, 4].map(() => open('polling')))

    const response = await send('POST', `/api/admin/shows/${showId}/score`, {
      as: admin,
      json: { fetchSetlist: false },
    })
    expect([response.status, await response.json()]).toMatchObject([200, { processed: 5_000, errors: 0 }])

    for (const client of [...clients, ...visitors]) {
      await expect
        .poll(() => client.all('leaderboard:changed').map(({ board, total }) => ({ board, total })), PATIENCE)
        .toContainEqual({ board: GLOBAL_BOARD, total: 5_000 })
    }
    for (const client of clients) {
      const states = () =>
        client
          .all('run:changed')
          .flatMap(({ runs }) => runs.filter((run) => run.subject === `show:${showId}`))
      await expect.poll(() => states().at(-1)?.state, PATIENCE).toBe('done')
      expect(states().length).toBeGreaterThan(1)
    }
    expect(visitors.flatMap((visitor) => visitor.all('run:changed'))).toEqual([])
    expect([...clients, ...visitors].every(({ socket }) => socket.connected)).toBe(true)
  })

  test('fails no request while gateways restart in turn, and reconnects soon', {
    timeout: LIMIT_MS,
  }, async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(database.db)))
    const sessions = await Promise.all(users.map(logIn))
    const admin = await logIn(await makeAdmin(database.db))
    const { id: showId } = await makeShow(database.db)
    const clients = await Promise.all([
      ...Array.from({ length: 40 }, () => open('websocket')),
      ...Array.from({ length: 10 }, () => open('polling')),
    ])
    let dropped = 0
    let maxAttempts = 0
    /** The versions of the switches, fetched after each connect or received. */
    const known = clients.map(({ socket }, page) => {
      const versions: number[] = []
      socket.on('config:changed', ({ to }) => versions.push(to))
      socket.io.on('reconnect_attempt', (tries) => {
        maxAttempts = Math.max(maxAttempts, tries)
      })
      socket.on('disconnect', () => {
        dropped += 1
        socket.once('connect', async () => versions.push(await switchesVersion()))
      })
      return { page, newest: () => Math.max(0, ...versions) }
    })

    const failures: string[] = []
    let completed = 0
    let saves = 0
    let isOver = false
    async function request(method: string, path: string, given?: { as: string; json: object }) {
      const outcome = await send(method, path, given).then(
        async (response) => (response.ok ? null : `${response.status} ${await response.text()}`),
        (error: unknown) => String(error),
      )
      completed += 1
      if (outcome === null) return true
      failures.push(`${method} ${path}: ${outcome}`)
      return false
    }
    const picking = sessions.map(async (as, user) => {
      const json = { show_id: showId, setlist: { set1: [{ id: songs[user]?.id }], set2: [], encore: [] } }
      while (!isOver) if (await request('POST', '/api/predictions', { as, json })) saves += 1
    })
    const reading = ['/api/leaderboard', '/api/shows/upcoming', '/api/site', '/api/songs/all'].map(
      async (path) => {
        while (!isOver) await request('GET', path)
      },
    )

    await expect.poll(() => completed, PATIENCE).toBeGreaterThan(100)
    for (const gateway of topology.gateways.keys()) {
      const droppedBefore = dropped
      const exit = topology.gateways.get(gateway)?.end()
      await expect.poll(() => dropped, PATIENCE).toBeGreaterThan(droppedBefore)
      const changed = await send('POST', '/api/admin/config', {
        as: admin,
        json: { config: { testModeEnabled: false, siteOverlayEnabled: false } },
      })
      expect(changed.status).toBe(200)
      await expect.poll(() => clients.every(({ socket }) => socket.connected), PATIENCE).toBe(true)
      expect(await exit).toEqual({ code: 0, signal: null })
      const newest = await switchesVersion()
      await expect.poll(() => known.filter((one) => one.newest() !== newest), PATIENCE).toEqual([])
      const before = completed
      await expect.poll(() => completed, PATIENCE).toBeGreaterThan(before + 100)
      await topology.restart(gateway)
      // As in a release, the next one stops once the proxy sends requests to this one again.
      const seen = (await topology.proxy.requests()).length
      const takesPart = async () =>
        (await topology.proxy.requests()).slice(seen).some((request) => request.gateway === gateway)
      await expect.poll(takesPart, PATIENCE).toBe(true)
    }
    isOver = true
    await Promise.all([...picking, ...reading])

    expect(failures).toEqual([])
    expect(maxAttempts).toBeLessThanOrEqual(MAX_ATTEMPTS)
    const stored = await database.db
      .selectFrom('predictions')
      .select(({ fn }) => fn.sum<string>('version').as('saves'))
      .where('show_id', '=', showId)
      .executeTakeFirstOrThrow()
    expect(Number(stored.saves)).toBe(saves)
  })
})
