import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { identityOf } from './data-dir.ts'
import { freePort } from './port.ts'
import type { EmbeddedServer } from './postgres.ts'
import { makePrivateFolder } from './postgres-files.ts'
import { keepRunning, readyByLine, startProcess } from './process.ts'
import { readState, writeState } from './state-file.ts'
import { provideProgram, type SystemProgram } from './system-program.ts'

const READY = /Ready to accept connections/
const STOP_LIMIT_MS = 10_000

const redisServer: SystemProgram = {
  names: ['redis-server', 'valkey-server'],
  debianPackage: 'redis-server',
  unpackedAt: 'usr/bin/redis-server',
  hint:
    'Three ways out: install Redis 7 or Valkey 8, so that redis-server or valkey-server is on the path; ' +
    'or set REDIS_URL to a server that runs elsewhere; ' +
    'or run "docker compose -f docker-compose.dev.yml up -d" and set REDIS_URL=redis://127.0.0.1:6379.',
}

/** `dataDir` is the identity of the folder that it was written for; a copy starts with a new port and password. */
const state = z.object({ port: z.int(), password: z.string(), dataDir: z.string() })

/**
 * Starts the system's Redis on a loopback port, installing it first where it is missing. Password and port stay the
 * same between starts, unless the port is taken. Its data is saved on a clean stop and may be lost otherwise. A
 * server that crashes is restarted.
 *
 * @throws with a hint where Redis cannot be installed
 */
export async function startRedis(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<EmbeddedServer> {
  const { dataDir, log } = options
  const file = await provideRedis(options)
  const folder = path.join(dataDir, 'redis')
  await makePrivateFolder(folder, undefined)
  const last = await readRedisState(dataDir)
  const port = await freePort(last?.port)
  const password = last?.password ?? randomBytes(24).toString('base64url')
  const identity = await identityOf(dataDir)
  await writeState(stateFile(dataDir), { port, password, dataDir: identity } satisfies z.input<typeof state>)
  const configuration = path.join(folder, 'redis.conf')
  await writeFile(configuration, configurationFile({ port, password }), { mode: 0o600 })
  const start = () =>
    startProcess({
      file,
      args: [configuration],
      cwd: folder,
      ready: readyByLine(READY),
      stopLimitMs: STOP_LIMIT_MS,
    })
  const server = await keepRunning('redis', start, log)
  return { url: urlOf({ port, password }), stop: () => server.stop() }
}

export function provideRedis(options: { dataDir: string; log: (line: string) => void }): Promise<string> {
  return provideProgram(redisServer, { folder: path.join(options.dataDir, 'redis-server'), log: options.log })
}

/** The URL of the Redis of this locked data folder, which may be away. */
export async function findRedis(dataDir: string): Promise<string | undefined> {
  const last = await readRedisState(dataDir)
  return last && urlOf(last)
}

type RedisState = Pick<z.output<typeof state>, 'port' | 'password'>

async function readRedisState(dataDir: string): Promise<RedisState | undefined> {
  const last = await readState(stateFile(dataDir), state)
  return last?.dataDir === (await identityOf(dataDir)) ? last : undefined
}

function urlOf({ port, password }: RedisState): string {
  return `redis://:${password}@127.0.0.1:${port}`
}

function stateFile(dataDir: string): string {
  return path.join(dataDir, 'redis.json')
}

/** In a file, because every user can read the arguments of a process. */
function configurationFile({ port, password }: RedisState): string {
  return `${[
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    'dir .',
    'daemonize no',
    'appendonly no',
    'save 300 1',
    // Losing its data is handled; refusing writes because the disk is full would stop the queues.
    'stop-writes-on-bgsave-error no',
    // BullMQ must never lose a key to eviction.
    'maxmemory-policy noeviction',
  ].join('\n')}\n`
}
