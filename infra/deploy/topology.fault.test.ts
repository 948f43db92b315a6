import { versionedConfig } from '@called-it/shared/contract/site'
import { makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { type LiveClient, openLiveClient } from '@called-it/tests/support/live-client'
import { findNginx } from '@called-it/tests/support/proxy'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { startTopology, type Topology } from '@called-it/tests/support/topology'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const nginx = findNginx()
const PATIENCE = { timeout: 120_000, interval: 20 }
const LIMIT_MS = 300_000
/** A connection makes as many within its first 5 s, not counting the attempts themselves. */
const MAX_ATTEMPTS = 3

describe.runIf(nginx !== null)('two gateways behind nginx', () => {
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
    return sessionCookieOf(response)
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

  // F9, guarded by `gateway/overload/shutdown.ts` (without it nginx answers 503 to a save) and `max_fails=0` for live
  // connections (without it they find no gateway after the second restart).
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
