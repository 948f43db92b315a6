import { openRedis } from '@called-it/infra/redis/connection'
import { freePort } from '@called-it/launch/port'
import { CERT_FILE } from '../fixtures/loopback-certificate.ts'
import { makeAdmin, makeUser, TEST_PASSWORD } from './factories/accounts.ts'
import { sessionCookieOf } from './gateway/session-cookie-of.ts'
import { type KillableRedis, startKillableRedis } from './killable-redis.ts'
import { openPage, type Page } from './page.ts'
import { type ProgramName, startProgram, type TestProgram } from './start-program.ts'
import type { TestDatabase } from './test-database.ts'

/** A program that can be restarted with the same settings, once it has exited. */
type Member = Omit<TestProgram, 'lines' | 'exited'> & { restart(): Promise<void> }

/** A gateway; its URL stays the same after a restart. */
export type GatewayMember = Member & {
  readonly url: string
  /** Throws where there is no response. */
  send(method: string, path: string, given?: Given): Promise<Response>
  openPage(): Promise<Page>
}

type Given = {
  as?: string
  json?: object
}

export type Response = { readonly status: number; readonly json: unknown }

export type LoggedIn = { readonly id: number; readonly cookie: string }

/** The real programs as processes, with a database and a Redis of their own. */
export type System<D extends TestDatabase = TestDatabase> = {
  readonly database: D
  readonly redis: KillableRedis
  readonly gateways: readonly GatewayMember[]
  readonly workers: readonly Member[]
  startGateway(env?: Readonly<Record<string, string>>): Promise<GatewayMember>
  startWorkers(program?: ProgramName, env?: Readonly<Record<string, string>>): Promise<Member>
  /** Sends to the first gateway that responds, as the proxy does. */
  send: GatewayMember['send']
  /** Creates a user and logs in, by default on the first gateway. */
  logIn(role: 'user' | 'admin', gateway?: GatewayMember): Promise<LoggedIn>
  wipeRedis(): Promise<void>
  /** Sets the memory limit of Redis; 0 is unlimited. */
  limitRedis(bytes: number): Promise<void>
  /** Also drops the database. */
  stop(): Promise<void>
}

export type SystemOptions<D extends TestDatabase> = {
  /** Dropped with the system. */
  database: D
  gateways?: number
  workers?: number
  env?: Readonly<Record<string, string>>
}

export async function startSystem<D extends TestDatabase>({
  database,
  gateways: gatewayCount = 1,
  workers: workerCount = 1,
  env: given = {},
}: SystemOptions<D>): Promise<System<D>> {
  const redis = await startKillableRedis()
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    RATE_LIMIT_SCALE: '100000',
    NODE_EXTRA_CA_CERTS: CERT_FILE,
    ...given,
  }
  const pages: Page[] = []
  const gateways: GatewayMember[] = []
  const workers: Member[] = []

  async function startGateway(own: Readonly<Record<string, string>> = {}): Promise<GatewayMember> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const member = await startMember('gateway', {
      ...env,
      PORT: String(port),
      PUBLIC_URL: url,
      ...own,
    })
    const gateway: GatewayMember = {
      ...member,
      url,
      send: (method, path, options) => send(url, method, path, options),
      async openPage() {
        const page = await openPage(url)
        pages.push(page)
        return page
      },
    }
    gateways.push(gateway)
    return gateway
  }

  async function startWorkers(program: ProgramName = 'workers', own: Readonly<Record<string, string>> = {}) {
    const member = await startMember(program, { ...env, ...own })
    workers.push(member)
    return member
  }

  async function sendToAny(...request: Parameters<GatewayMember['send']>): Promise<Response> {
    const failures: unknown[] = []
    for (const gateway of gateways) {
      try {
        return await gateway.send(...request)
      } catch (failure) {
        failures.push(failure)
      }
    }
    throw new AggregateError(failures, 'no gateway responds')
  }

  async function commandRedis(command: (connection: ReturnType<typeof openRedis>) => Promise<unknown>) {
    const connection = openRedis(redis.url, 'subscriber', () => undefined)
    try {
      await command(connection)
    } finally {
      connection.disconnect()
    }
  }

  await Promise.all([
    ...Array.from({ length: gatewayCount }, () => startGateway()),
    ...Array.from({ length: workerCount }, () => startWorkers()),
  ])
  return {
    database,
    redis,
    gateways,
    workers,
    startGateway,
    startWorkers,
    send: sendToAny,
    async logIn(role, gateway = gateways[0]) {
      const { id, email } = await (role === 'admin' ? makeAdmin : makeUser)(database.db)
      const json = { email, password: TEST_PASSWORD }
      const response = await request(gateway?.url ?? '', 'POST', '/api/auth/login', { json })
      // The session is stored once the body has ended.
      const body = await response.text()
      if (!response.ok) throw new Error(`the login failed: ${response.status} ${body}`)
      return { id, cookie: sessionCookieOf(response) }
    },
    wipeRedis: () => commandRedis((connection) => connection.flushall()),
    limitRedis: (bytes) => commandRedis((connection) => connection.config('SET', 'maxmemory', String(bytes))),
    async stop() {
      for (const page of pages) page.close()
      for (const member of [...gateways, ...workers]) await member.kill()
      await redis.remove()
      await database.drop()
    },
  }
}

async function startMember(name: ProgramName, env: Readonly<Record<string, string>>): Promise<Member> {
  let program = await startProgram(name, env)
  return {
    isAlive: () => program.isAlive(),
    end: () => program.end(),
    kill: () => program.kill(),
    freeze: () => program.freeze(),
    thaw: () => program.thaw(),
    async restart() {
      program = await startProgram(name, env)
    },
  }
}

async function send(...given: Parameters<typeof request>): Promise<Response> {
  const response = await request(...given)
  const text = await response.text()
  return { status: response.status, json: text === '' ? null : JSON.parse(text) }
}

function request(url: string, method: string, path: string, { as, json }: Given = {}) {
  return fetch(url + path, {
    method,
    headers: {
      ...(as !== undefined && { cookie: as }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: json === undefined ? null : JSON.stringify(json),
  })
}
