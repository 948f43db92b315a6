import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { buildGateway, type Gateway } from '@called-it/gateway/app'
import { writeSessionCookie } from '@called-it/gateway/auth/session-cookie'
import type { GatewayConfig } from '@called-it/gateway/config'
import { LIMITS, type Limits } from '@called-it/gateway/overload/limits'
import type { GatewayParts } from '@called-it/gateway/parts'
import { eventChannel } from '@called-it/infra/events/channel'
import { openEventPublisher } from '@called-it/infra/events/publisher'
import type { GatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Postgres } from '@called-it/infra/postgres/client'
import { openRedis, type RedisRole } from '@called-it/infra/redis/connection'
import { checkMark } from '@called-it/shared/contract/band-logo'
import type { Endpoint, ResponseBody } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import type { Legal } from '@called-it/shared/contract/legal'
import type { Site } from '@called-it/shared/contract/site'
import { type Logger, pino } from 'pino'
import { afterAll, expect, onTestFinished } from 'vitest'
import { makeSession, TEST_PASSWORD } from '../factories/accounts.ts'
import { TEST_SETTINGS_KEYS } from '../settings-keys.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { testRedis } from '../test-redis.ts'

export const TEST_SITE: Site = {
  product: 'Called It',
  band: { name: 'The Test Pressings', shortName: 'Pressings' },
  songwriter: { name: 'Ada Press', slug: 'press' },
  dataSite: { name: 'the logbook', url: null },
  isDemo: false,
  nicknames: {},
  texts: {
    welcomeTitle: 'pick the setlist',
    welcomeText: 'score points',
    upcomingTitle: 'spring tour',
    overlayHeadline: 'they are playing right now',
    kickstartLabel: 'kickstart',
    kickstartMessage: 'songs were added',
    footer: ['a fun side project'],
  },
}

/** Without load shedding: the delays of a test process say nothing about the gateway in it. */
export const TEST_LIMITS: Limits = {
  ...LIMITS,
  headMs: 20_000,
  load: {
    ...LIMITS.load,
    warmUpMs: 0,
    runningRequests: Number.POSITIVE_INFINITY,
    pendingQueries: Number.POSITIVE_INFINITY,
    eventLoopDelayMs: Number.POSITIVE_INFINITY,
  },
}

export type TestGateway = {
  readonly gateway: Gateway
  readonly postgres: TestDatabase
  readonly parts: GatewayParts
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly url: string
  /** Follows no redirect and stores no cookie. */
  send(method: string, path: string, options?: RequestOptions): Promise<TestResponse>
  /** Requests an endpoint by name, and returns the body of its 200. What is not in the path is the query. */
  request<N extends EndpointName>(
    name: N,
    pathAndQuery?: Record<string, string | number>,
    options?: RequestOptions,
  ): Promise<ResponseBody<Endpoints[N]>>
  logIn(email: string, password?: string, options?: RequestOptions): Promise<TestResponse>
  /** Returns the session cookie of a new session; for `as`. */
  loginAs(user: { id: number }, session?: Parameters<typeof makeSession>[2]): Promise<string>
  stop(): Promise<void>
}

type RequestOptions = {
  as?: string | undefined
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export type TestResponse = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

const schemas: {
  [N in EndpointName]: Pick<Endpoint, 'method' | 'path'> & {
    response: { parse(body: unknown): ResponseBody<Endpoints[N]> }
  }
} = endpoints

/** What a response with an error matches. */
export function refusal(status: number, code: ErrorCode) {
  return { status, json: { code } }
}

type LiveParts = Pick<GatewayParts, 'config' | 'settings' | 'site' | 'legal' | 'look'>

export type TestGatewayOptions = {
  /** In place of the tests' settings: those of `main.ts`, which follow what is stored in the database. */
  openLiveParts?: (database: TestDatabase) => Promise<LiveParts>
  settings?: Partial<GatewayParts['settings']>
  config?: Partial<GatewayConfig>
  /** Absent: the tests' Redis, connected before the gateway starts. */
  redisUrl?: string
  /** In place of its own database. */
  postgres?: Postgres
  webRoot?: string
  log?: Logger
  site?: Site
  legal?: Partial<Legal>
  namespace?: string
  metrics?: GatewayMetrics
}

/** For the tests of the file that calls it; stopped after them. */
export async function gatewayOfFile(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startGateway(options)
  afterAll(() => gateway.stop())
  return gateway
}

/** For the test that calls it; stopped after it. */
export async function gatewayOfTest(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startGateway(options)
  onTestFinished(() => gateway.stop())
  return gateway
}

/** Starts a gateway on a free port with its own database and Redis namespace. */
export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const postgres = await createTestDatabase()
  const log = options.log ?? pino({ level: 'silent' })
  const namespace = options.namespace ?? `test-${randomUUID()}`
  const connect = (role: RedisRole) => openRedis(options.redisUrl ?? testRedis().url, role, () => undefined)
  const redis = {
    limits: connect('limits'),
    subscriber: connect('subscriber'),
    dashboard: connect('dashboard'),
  }
  const producer = connect('producer')
  // A request that enqueues a run does not wait for the run before Redis is connected.
  if (options.redisUrl === undefined) await once(redis.limits, 'ready')
  const config: GatewayConfig = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://called-it.example',
    hasPublicUrl: true,
    sessionSecret: 'a secret that only tests are signed with',
    settingsKeys: TEST_SETTINGS_KEYS,
    dataDir: path.join(import.meta.dirname, 'no-such-folder'),
    backups: { everyHours: 24, keep: 14, maxUploadBytes: 1024 ** 2 },
    trustProxy: 0,
    registration: null,
    issuers: [],
    requiresPasskeys: false,
    securityContact: null,
    rateLimitScale: 1,
    leagues: { members: 500, leagues: 20 },
    embedOrigins: [],
    outboundAllow: [],
    breachCheckUrl: null,
    isProduction: false,
    hstsIncludesSubDomains: false,
    showsMailbox: false,
    demo: false,
    searchEngines: true,
    // Tests insert rows without bumping a topic version.
    cachesResponses: false,
    limits: TEST_LIMITS,
    ...options.config,
  }
  const parts: GatewayParts = {
    config,
    settings: {
      env: {},
      startedWith: {},
      check: async () => undefined,
      onChange: () => undefined,
      refresh: async () => undefined,
      ...options.settings,
    },
    postgres: options.postgres ?? postgres,
    redis,
    namespace,
    publisher: openEventPublisher({ redis: producer, channel: eventChannel(namespace), log }),
    site: options.site ?? TEST_SITE,
    legal: { contact: null, ...options.legal },
    look: { logo: checkMark('#ffb43a'), accent: '#ffb43a' },
    log,
    webRoot: options.webRoot ?? path.join(import.meta.dirname, 'no-such-folder'),
    ...(options.metrics && { metrics: options.metrics }),
    ...(await options.openLiveParts?.(postgres)),
  }
  const gateway = buildGateway(parts)
  const url = `http://127.0.0.1:${await gateway.listen()}`

  async function send(method: string, path: string, { as, json, body, headers }: RequestOptions = {}) {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(as === undefined ? {} : { cookie: as }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : null,
    }
  }

  return {
    gateway,
    postgres,
    parts,
    url,
    send,
    async request(name, pathAndQuery = {}, options) {
      const { method, path, response } = schemas[name]
      const query = new Map(Object.entries(pathAndQuery))
      const filled = path.replace(/:(\w+)/g, (_, parameter: string) => {
        const value = query.get(parameter) ?? expect.fail(`${path} needs ${parameter}`)
        query.delete(parameter)
        return encodeURIComponent(value)
      })
      const search = new URLSearchParams(Array.from(query, ([key, value]) => [key, String(value)]))
      const { status, text, json } = await send(
        method,
        query.size > 0 ? `${filled}?${search}` : filled,
        options,
      )
      expect(status, text).toBe(200)
      const parsed = response.parse(json)
      // Schemas drop fields that they do not have: a row sent as it is must have no others.
      expect(json, `${name} sends fields that its contract does not have`).toEqual(parsed)
      return parsed
    },
    logIn: (email, password = TEST_PASSWORD, options) =>
      send('POST', '/api/auth/login', { json: { email, password }, ...options }),
    async loginAs({ id }, session) {
      const { sessionId } = await makeSession(postgres.db, id, session)
      return writeSessionCookie(sessionId, gateway.sessions.cookieName, parts.config.sessionSecret)
    },
    async stop() {
      gateway.server.closeAllConnections()
      await gateway.close()
      for (const connection of [...Object.values(redis), producer]) connection.disconnect()
      await postgres.drop()
    },
  }
}
