import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import type { HubParts } from '../hub.ts'
import type { LiveSession } from '../live-socket.ts'
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

/** Connections come back within two seconds of their server. */
export const RECONNECTED = { timeout: 10_000 }

/** What a test file of the hub works with; it is there once the file's tests begin. */
export type Gateways = {
  /** The file's database and its channel on the tests' Redis. */
  readonly place: Place
  readonly database: TestDatabase
  readonly publisher: ReturnType<typeof openPublisher>
  /** The sessions that are alive; none at the beginning of each test. */
  readonly sessions: TestSessions
  /** A gateway that ends with the test. */
  open(given?: { place?: Place; parts?: Partial<HubParts> }): Promise<TestGateway>
  /** A client that leaves with the test. */
  connect(gateway: Pick<TestGateway, 'url'>, options?: ClientOptions): Promise<TestClient>
  /** A session of a user, by the cookie that names it. */
  logIn(
    userId: number,
    given?: { device?: string; isAdmin?: boolean },
  ): { cookie: string; session: LiveSession }
  /** Does something when the test is over, the last first. */
  atEnd(cleanUp: () => Promise<void> | void): void
}

/** Gives a test file a database, and a channel on the tests' Redis, and ends what its tests open. */
export function useGateways(): Gateways {
  const sessions: TestSessions = new Map()
  const cleanUps: (() => Promise<void> | void)[] = []
  let standing: { database: TestDatabase; place: Place; publisher: Gateways['publisher'] } | undefined

  beforeAll(async () => {
    const database = await createTestDatabase()
    const { url, prefix } = testRedis()
    const place = { db: database.db, redisUrl: url, channel: `${prefix}:live` }
    const publisher = openPublisher(place)
    standing = { database, place, publisher }
    await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    sessions.clear()
  })
  afterAll(async () => {
    standing?.publisher.close()
    await standing?.database.drop()
  })

  function stand() {
    if (!standing) throw new Error('the tests of the file have not begun')
    return standing
  }

  return {
    get place() {
      return stand().place
    },
    get database() {
      return stand().database
    },
    get publisher() {
      return stand().publisher
    },
    sessions,
    async open({ place = stand().place, parts = {} } = {}) {
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
      const session = { userId, isAdmin, sessionHash: `hash-${userId}-${device}` }
      sessions.set(cookie, session)
      return { cookie, session }
    },
    atEnd: (cleanUp) => void cleanUps.push(cleanUp),
  }
}
