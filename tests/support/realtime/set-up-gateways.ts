import type { SocketSession } from '@called-it/gateway/auth/session'
import type { RealtimeParts } from '@called-it/gateway/realtime/realtime-server'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { testRedis } from '../test-redis.ts'
import {
  type ClientOptions,
  connectClient,
  openGateway,
  openPublisher,
  type Place,
  type TestClient,
  type TestGateway,
  type TestSessions,
} from './open-gateway.ts'

/** Connections reconnect within two seconds after their server is back. */
export const RECONNECTED = { timeout: 10_000 }

/** Available from the first test of the file on. */
export type Gateways = {
  readonly place: Place
  readonly database: TestDatabase
  readonly publisher: ReturnType<typeof openPublisher>
  /** The active sessions; empty when a test starts. */
  readonly sessions: TestSessions
  open(given?: { place?: Place; parts?: Partial<RealtimeParts> }): Promise<TestGateway>
  connect(gateway: Pick<TestGateway, 'url'>, options?: ClientOptions): Promise<TestClient>
  /** Creates a session, identified by the cookie. */
  logIn(
    userId: number,
    given?: { device?: string; isAdmin?: boolean },
  ): { cookie: string; session: SocketSession }
  /** Runs after the test, in reverse order. */
  atEnd(cleanUp: () => Promise<void> | void): void
}

/** Creates a database and a Redis channel for a test file, and closes what its tests open. */
export function setUpGateways(): Gateways {
  const sessions: TestSessions = new Map()
  const cleanUps: (() => Promise<void> | void)[] = []
  let shared: { database: TestDatabase; place: Place; publisher: Gateways['publisher'] } | undefined

  beforeAll(async () => {
    const database = await createTestDatabase()
    const { url, prefix } = testRedis()
    const place = { db: database.db, redisUrl: url, channel: `${prefix}:live` }
    const publisher = openPublisher(place)
    shared = { database, place, publisher }
    await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    sessions.clear()
  })
  afterAll(async () => {
    shared?.publisher.close()
    await shared?.database.drop()
  })

  function getShared() {
    if (!shared) throw new Error('the tests of the file have not started')
    return shared
  }

  return {
    get place() {
      return getShared().place
    },
    get database() {
      return getShared().database
    },
    get publisher() {
      return getShared().publisher
    },
    sessions,
    async open({ place = getShared().place, parts = {} } = {}) {
      const gateway = await openGateway(place, sessions, parts)
      cleanUps.push(() => gateway.close())
      return gateway
    },
    async connect(gateway, options) {
      const client = await connectClient(gateway, options)
      cleanUps.push(() => void client.socket.disconnect())
      return client
    },
    logIn(userId, { device = 'phone', isAdmin = false } = {}) {
      const cookie = `session=${userId}-${device}`
      const sessionHash = `hash-${userId}-${device}`
      const session = { userId, isAdmin, isOperator: isAdmin, hasUsedPasskey: false, sessionHash }
      sessions.set(cookie, session)
      return { cookie, session }
    },
    atEnd: (cleanUp) => void cleanUps.push(cleanUp),
  }
}
