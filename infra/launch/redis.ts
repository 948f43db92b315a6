import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { freePort } from './free-port.ts'
import { keepRunning } from './keep-running.ts'
import { readNote, writeNote } from './kept-note.ts'
import { startOwnedProcess } from './owned-process.ts'
import type { EmbeddedServer } from './postgres.ts'
import { provideProgram, type SystemProgram } from './system-program.ts'

const READY = /Ready to accept connections/
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 10_000

const redisServer: SystemProgram = {
  names: ['redis-server', 'valkey-server'],
  debianPackage: 'redis-server',
  unpackedAt: 'usr/bin/redis-server',
  waysOut:
    'Three ways out: install Redis 7 or Valkey 8, so that redis-server or valkey-server is on the path; ' +
    'or set REDIS_URL to a server that runs elsewhere; ' +
    'or run "docker compose -f docker-compose.dev.yml up -d" and set REDIS_URL=redis://127.0.0.1:6379.',
}

const note = z.object({ port: z.int(), password: z.string() })

/**
 * Starts a Redis of the system on a loopback port, bringing it first where the machine has none. Port and
 * password stay the same between starts (the port as long as it is free); what it holds is saved when it is
 * stopped in order, and may be lost otherwise. A server that crashes is started again.
 *
 * @throws naming the ways out, where no Redis can be had
 */
export async function startRedis(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<EmbeddedServer> {
  const { dataDir, log } = options
  const server = await provideRedis(options)
  const folder = path.join(dataDir, 'redis')
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const last = await readNote(noteFile(dataDir), note)
  const port = await freePort(last?.port)
  const password = last?.password ?? randomBytes(24).toString('base64url')
  await writeNote(noteFile(dataDir), { port, password })
  const configuration = path.join(folder, 'redis.conf')
  await writeFile(configuration, configurationFile({ port, password, folder }), { mode: 0o600 })
  const command = { file: server, args: [configuration], cwd: folder, orphanSignal: 'TERM' } as const
  const kept = await keepRunning(
    'redis',
    async () => {
      const started = await startOwnedProcess(
        command,
        { line: READY, limitMs: START_LIMIT_MS },
        () => undefined,
      )
      return { exited: started.exited, stop: () => started.stop('SIGTERM', STOP_LIMIT_MS) }
    },
    log,
  )
  return { url: urlOf({ port, password }), stop: () => kept.stop() }
}

/** The path of a Redis server: found, or else installed or unpacked. */
export function provideRedis(options: { dataDir: string; log: (line: string) => void }): Promise<string> {
  return provideProgram(redisServer, { folder: path.join(options.dataDir, 'redis-server'), log: options.log })
}

/** The URL of the server that an earlier start left running on this data folder, if it answers. */
export async function findRunningRedis(dataDir: string): Promise<string | undefined> {
  const noted = await readNote(noteFile(dataDir), note)
  if (noted === undefined) return undefined
  const url = urlOf(noted)
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return url
  } catch {
    return undefined
  } finally {
    client.disconnect()
  }
}

function urlOf({ port, password }: z.output<typeof note>): string {
  return `redis://:${password}@127.0.0.1:${port}`
}

function noteFile(dataDir: string): string {
  return path.join(dataDir, 'redis.json')
}

/** In a file, since arguments are everyone's to read. */
function configurationFile({ port, password, folder }: z.output<typeof note> & { folder: string }): string {
  const quoted = JSON.stringify(folder)
  return `${[
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir ${quoted}`,
    'daemonize no',
    'appendonly no',
    'save 300 1',
    // Losing what it holds is foreseen; refusing writes because the disk is full would stop the queues.
    'stop-writes-on-bgsave-error no',
    // A queue must never lose a key to make room for another.
    'maxmemory-policy noeviction',
  ].join('\n')}\n`
}
