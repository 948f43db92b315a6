import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { BENCH_POSTGRES } from '@called-it/infra/bench/bench-stores'
import { COMPILED_CODE } from '@called-it/infra/bench/compiled-code'
import { WORKER_ENV, WORKER_FLAGS } from '@called-it/infra/deploy/runtime-flags'
import { openPostgres, type Postgres } from '@called-it/infra/postgres/client'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { startServices } from '@called-it/launch/services'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'

/** Signs the cookies of the made-up fans. */
export const SESSION_SECRET = 'only benchmarks are signed with this secret'

const LISTENING = /"port":(\d+),"msg":"listening"/

type Program = { readonly pid: number; readonly child: ChildProcess }
export type GatewayProgram = Program & { readonly port: number }

/** The product as it runs: a durable Postgres, a Redis, gateways and a worker, each a process of its own. */
export type RealSystem = {
  readonly postgres: Postgres
  readonly databaseUrl: string
  readonly gateways: readonly GatewayProgram[]
  readonly worker: Program
  /** Ends everything and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts it over an empty data folder; where the start fails, nothing is left.
 *
 * @param gatewayEnv settings of the gateways that are not those of an operator who sets none
 */
export async function startRealSystem({
  gateways: count,
  gatewayEnv = {},
}: {
  gateways: number
  gatewayEnv?: NodeJS.ProcessEnv
}): Promise<RealSystem> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step()
  }
  try {
    const dataDir = await makeTemporaryDataDir()
    stops.push(() => removeTemporaryDataDir(dataDir))
    const services = await startServices({ dataDir, log: () => undefined, postgresFolder: BENCH_POSTGRES })
    stops.push(() => services.stop())
    const { databaseUrl } = services
    await migrateToLatest(databaseUrl, () => undefined)
    const postgres = openPostgres({ url: databaseUrl, program: 'bench', onConnectionError: () => undefined })
    stops.push(() => postgres.close())
    const env = {
      ...bareEnv,
      NODE_COMPILE_CACHE: COMPILED_CODE,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1',
      DATABASE_URL: databaseUrl,
      REDIS_URL: services.redisUrl,
      DATA_DIR: dataDir,
      SESSION_SECRET,
      IMPORT_EVERY: '0',
    }
    const start = (entry: string, flags: readonly string[] = [], own: NodeJS.ProcessEnv = {}): Program => {
      const program = startProgram(entry, flags, { ...env, ...own })
      stops.push(() => endProgram(program))
      return program
    }
    // The first start writes compiled code when it ends in order; it is the second that is like any other.
    const first = await started(start('workers/main.ts', WORKER_FLAGS, WORKER_ENV))
    await endProgram(first, 'SIGTERM')
    const worker = await started(start('workers/main.ts', WORKER_FLAGS, WORKER_ENV))
    const gateways: GatewayProgram[] = []
    while (gateways.length < count) {
      const gateway = start('gateway/main.ts', [], gatewayEnv)
      gateways.push({ ...gateway, port: await portOf(gateway) })
    }
    return { postgres, databaseUrl, gateways, worker, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function startProgram(entry: string, flags: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(process.execPath, [...flags, path.join(import.meta.dirname, '../..', entry)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  })
  if (child.pid === undefined) throw new Error(`${entry} cannot be started`)
  return { pid: child.pid, child }
}

async function portOf(gateway: Program): Promise<number> {
  const { stdout } = gateway.child
  if (!stdout) throw new Error('the gateway says nothing')
  for await (const line of createInterface({ input: stdout })) {
    const port = LISTENING.exec(line)?.[1]
    if (port === undefined) continue
    stdout.resume()
    return Number(port)
  }
  throw new Error('a gateway ended before it listened')
}

async function started(program: Program): Promise<Program> {
  const ready = await Promise.race([
    once(program.child, 'message').then(() => true),
    once(program.child, 'exit').then(() => false),
  ])
  if (!ready) throw new Error('the workers ended before they were ready')
  return program
}

async function endProgram({ child }: Program, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
