import path from 'node:path'
import { publicUrl } from '@called-it/infra/config/settings'
import { WORKER_ENV, WORKER_FLAGS } from '@called-it/infra/deploy/runtime-flags'
import { repository } from './bootstrap.mjs'
import type { KeptProcess } from './keep-running.ts'
import type { ProgramEnv } from './program-env.ts'
import { readyByAnswer, readyByMessage, superviseProgram } from './supervisor.ts'

/** A gateway takes 31 s at most to end, the workers 26. */
const STOP_LIMIT_MS = 35_000

export interface ProgramStart {
  readonly env: ProgramEnv
  /** Starts it again when a file that it loaded changes. */
  readonly watch: boolean
  readonly stopping: AbortSignal
  readonly report: (line: string) => void
}

export function startWorkers({ env, watch, ...options }: ProgramStart): Promise<KeptProcess> {
  return superviseProgram({
    ...options,
    name: 'workers',
    entry: path.join(repository, 'workers/main.ts'),
    nodeOptions: [...WORKER_FLAGS, ...nodeOptions(watch)],
    cwd: repository,
    env: { ...env, ...ownMetricsPort(env), ...WORKER_ENV },
    ready: readyByMessage,
    stopLimitMs: STOP_LIMIT_MS,
  })
}

export function startGateway({
  env,
  watch,
  host,
  ...options
}: ProgramStart & { host: string }): Promise<KeptProcess> {
  return superviseProgram({
    ...options,
    name: 'gateway',
    entry: path.join(repository, 'gateway/main.ts'),
    nodeOptions: nodeOptions(watch),
    cwd: repository,
    env,
    ready: readyByAnswer(`${localUrl(host, env)}/readyz`),
    stopLimitMs: STOP_LIMIT_MS,
  })
}

/** Vite takes the address that fans would use, and passes calls on to the gateway. */
export function startVite({
  env,
  gateway,
  host,
  watch: _,
  ...options
}: ProgramStart & { gateway: ProgramEnv; host: string }): Promise<KeptProcess> {
  return superviseProgram({
    ...options,
    name: 'vite',
    entry: path.join(repository, 'node_modules/vite/bin/vite.js'),
    args: ['--host', host, '--port', env.PORT, '--strictPort', '--clearScreen', 'false'],
    cwd: path.join(repository, 'web'),
    env: { ...env, GATEWAY_URL: localUrl(host, gateway) },
    ready: readyByAnswer(localUrl(host, env)),
    stopLimitMs: 5_000,
  })
}

function nodeOptions(watch: boolean): string[] {
  return watch ? ['--watch', '--watch-preserve-output'] : []
}

/** Two programs cannot serve their metrics on one port: the workers take the one after the gateway's. */
function ownMetricsPort({ METRICS_PORT }: ProgramEnv): { METRICS_PORT?: string } {
  return METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1) } : {}
}

/** How this machine reaches a server that listens on `HOST`. */
function localUrl(host: string, env: ProgramEnv): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return publicUrl({ HOST: reached, PORT: Number(env.PORT) })
}
