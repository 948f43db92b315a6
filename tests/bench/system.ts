import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { WORKER_ENV, WORKER_FLAGS } from '@called-it/infra/deploy/runtime-flags'
import { openPostgres, type Postgres } from '@called-it/infra/postgres/client'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { superuserUrl } from '@called-it/launch/postgres-database'
import { provideRedis } from '@called-it/launch/redis'
import { startServices } from '@called-it/launch/services'
import pg from 'pg'
import { bareEnv } from '../support/bare-env.ts'
import { TEST_SETTINGS_KEY } from '../support/settings-keys.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '../support/temporary-data-dir.ts'
import { progress } from './runner.ts'

export const SESSION_SECRET = 'only benchmarks are signed with this secret'

/** The folder of an installed Postgres; without it the embedded one, which is slower (docs/performance.md). */
const { BENCH_POSTGRES } = process.env

const repository = path.resolve(import.meta.dirname, '../..')
/** Where `npm start` keeps compiled code too. Without it, each program takes 30 MB more to strip the types itself. */
const COMPILED_CODE = path.join(repository, 'node_modules/.cache/called-it/compiled')
const GATEWAY = path.join(repository, 'gateway/main.ts')
const WORKERS = path.join(repository, 'workers/main.ts')
const READY_POLL_MS = 50
const READY_POLLS = 600
const LISTENING = /"port":(\d+),"msg":"listening"|"msg":"listening","port":(\d+)/

export type Program = { readonly pid: number; stop(signal?: NodeJS.Signals): Promise<void> }
export type Server = Program & { readonly port: number; readonly url: string }

/** An empty, migrated Postgres and a Redis with the settings of an installation, and the programs started on them. */
export type System = Postgres & {
  readonly versions: { readonly postgres: string }
  /** A program that logs the port on which it listens. */
  startServer(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Server>
  startGateway(env?: NodeJS.ProcessEnv): Promise<Server>
  startWorker(env?: NodeJS.ProcessEnv): Promise<Program>
}

/** Ends every process and deletes the data afterwards, also where `work` fails. */
export async function withSystem<Result>(work: (system: System) => Promise<Result>): Promise<Result> {
  const stops: (() => Promise<unknown>)[] = []
  try {
    return await work(await startSystem(stops))
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

async function startSystem(stops: (() => Promise<unknown>)[]): Promise<System> {
  const dataDir = await makeTemporaryDataDir()
  stops.push(() => removeTemporaryDataDir(dataDir))
  // A Redis that has to be downloaded is kept in the checkout.
  const redis = await provideRedis({ dataDir: path.join(repository, '.data'), log: progress })
  process.env.PATH = [process.env.PATH, path.dirname(redis)].join(path.delimiter)
  const services = await startServices({ dataDir, log: progress, postgresFolder: BENCH_POSTGRES })
  stops.push(() => services.stop())
  const { databaseUrl, redisUrl } = services
  await migrateToLatest(databaseUrl, () => undefined)
  await allowCheckpoints(dataDir, new URL(databaseUrl).username)
  const postgres = openPostgres({
    url: databaseUrl,
    program: 'bench',
    onConnectionError: (error) => progress(error.message),
  })
  stops.push(() => postgres.close())
  const { rows } = await postgres.pool.query<{ server_version: string }>('SHOW server_version')
  const settings: NodeJS.ProcessEnv = {
    ...bareEnv,
    NODE_COMPILE_CACHE: COMPILED_CODE,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET,
    SETTINGS_KEY: TEST_SETTINGS_KEY,
    IMPORT_EVERY: '0',
    AUTO_FINAL: 'off',
  }

  async function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Server> {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...settings, ...env },
    })
    const stop = (signal: NodeJS.Signals = 'SIGKILL') => end(child, signal)
    stops.push(stop)
    const ready = args.includes(WORKERS) ? readyMessage(child) : listeningPort(child)
    const port = await ready
    child.stdout?.resume()
    if (port === null || child.pid === undefined)
      throw new Error(`${args.join(' ')} ended before it was ready`)
    return { pid: child.pid, port, url: `http://127.0.0.1:${port}`, stop }
  }

  return {
    ...postgres,
    versions: { postgres: rows[0]?.server_version ?? 'unknown' },
    startServer: (program, args, env = {}) => start([program, ...args], env),
    async startGateway(env = {}) {
      const gateway = await start([GATEWAY], env)
      // It listens before it is ready for live connections.
      for (let left = READY_POLLS; left > 0; left -= 1) {
        if ((await fetch(`${gateway.url}/readyz`)).ok) return gateway
        await wait(READY_POLL_MS)
      }
      throw new Error('the gateway does not become ready')
    },
    async startWorker(env = {}) {
      // An orderly end writes the compiled code, so that only the second start is like any other.
      const first = await start([...WORKER_FLAGS, WORKERS], { ...WORKER_ENV, ...env })
      await first.stop('SIGTERM')
      return start([...WORKER_FLAGS, WORKERS], { ...WORKER_ENV, ...env })
    },
  }
}

async function allowCheckpoints(dataDir: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: await superuserUrl(dataDir) })
  await client.connect()
  await client.query(`GRANT pg_checkpoint TO ${pg.escapeIdentifier(role)}`)
  await client.end()
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** 0 once a program without a port says that it is ready; null where it ends before. */
function readyMessage(child: ChildProcess): Promise<0 | null> {
  return Promise.race([once(child, 'message').then(() => 0 as const), once(child, 'exit').then(() => null)])
}

async function listeningPort({ stdout }: ChildProcess): Promise<number | null> {
  if (!stdout) return null
  for await (const line of createInterface({ input: stdout })) {
    const [, first, second] = LISTENING.exec(line) ?? []
    const port = first ?? second
    if (port !== undefined) return Number(port)
  }
  return null
}
