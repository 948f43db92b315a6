import path from 'node:path'
import { urlOfServer } from '@called-it/infra/config/derived-settings'
import { WORKER_ENV, WORKER_FLAGS } from '@called-it/infra/deploy/runtime-flags'
import { repository } from './bootstrap.mjs'
import {
  keepRunning,
  type RunningProcess,
  readyByMessage,
  readyByResponse,
  type StartOptions,
  startProcess,
} from './process.ts'
import type { ProgramEnv } from './program-env.ts'

/** A gateway takes 31 s at most to end, the workers 26. */
const STOP_LIMIT_MS = 35_000
const WATCH_FLAGS = ['--watch', '--watch-preserve-output']

export interface ProgramOptions {
  readonly env: ProgramEnv
  /** Restarts the program when a file that it loaded changes. */
  readonly watch: boolean
  readonly stopping: AbortSignal
  readonly log: (line: string) => void
}

type Program = Pick<RunningProcess, 'stop'>

export function startWorkers({ env, watch, ...options }: ProgramOptions): Promise<Program> {
  return superviseNode({
    ...options,
    name: 'workers',
    args: [...WORKER_FLAGS, ...(watch ? WATCH_FLAGS : []), path.join(repository, 'workers/main.ts')],
    cwd: repository,
    env: { ...env, ...workersMetricsPort(env), ...WORKER_ENV },
    ready: readyByMessage,
    stopLimitMs: STOP_LIMIT_MS,
  })
}

export function startGateway(options: ProgramOptions & { host: string }): Promise<Program> {
  const { env, watch, host, ...rest } = options
  return superviseNode({
    ...rest,
    name: 'gateway',
    args: [...(watch ? WATCH_FLAGS : []), path.join(repository, 'gateway/main.ts')],
    cwd: repository,
    env,
    ready: readyByResponse(`${localUrl(host, env.PORT)}/readyz`),
    stopLimitMs: STOP_LIMIT_MS,
  })
}

/** Listens where the gateway would, and proxies requests to the gateway. */
export function startVite(options: ProgramOptions & { host: string; gatewayPort: string }): Promise<Program> {
  const { env, watch: _, host, gatewayPort, ...rest } = options
  const listen = ['--host', host, '--port', env.PORT, '--strictPort', '--clearScreen', 'false']
  return superviseNode({
    ...rest,
    name: 'vite',
    args: [path.join(repository, 'node_modules/vite/bin/vite.js'), ...listen],
    cwd: path.join(repository, 'web'),
    env: { ...env, GATEWAY_URL: localUrl(host, gatewayPort) },
    ready: readyByResponse(localUrl(host, env.PORT)),
    stopLimitMs: 5_000,
  })
}

function superviseNode({
  log,
  ...options
}: Omit<StartOptions, 'file'> & { name: string; log: (line: string) => void }): Promise<Program> {
  const start = () =>
    startProcess({
      ...options,
      file: process.execPath,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      killOnExit: true,
    })
  return keepRunning(options.name, start, log)
}

/** Two programs cannot serve their metrics on one port: the workers take the one after the gateway's. */
function workersMetricsPort({ METRICS_PORT }: ProgramEnv): { METRICS_PORT?: string } {
  return METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1) } : {}
}

/** How this machine reaches a server that listens on `HOST`. */
function localUrl(host: string, port: string): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return urlOfServer(reachable, Number(port))
}
