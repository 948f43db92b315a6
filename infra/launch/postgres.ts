import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { freePort } from './free-port.ts'
import { type KeptProcess, keepRunning } from './keep-running.ts'
import { readNote, writeNote } from './kept-note.ts'
import { startOwnedProcess } from './owned-process.ts'
import {
  chooseDataFolder,
  exists,
  makePrivateFolder,
  postgresHome,
  type ServerUser,
  serverUser,
} from './postgres-place.ts'
import { clearPostmasterFile } from './postmaster-file.ts'

const run = promisify(execFile)

const ROLE = 'called_it'
const DATABASE = 'called_it'
const READY = /database system is ready to accept connections/
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 15_000

const note = z.object({
  port: z.int(),
  password: z.string(),
  /** Holds `data`, and a copy of the binaries where the server's user cannot run the installed ones. */
  folder: z.string(),
})
type Note = z.output<typeof note>

export interface EmbeddedPostgresOptions {
  /** Everything that must survive between two starts is in here, or its place is noted here. */
  readonly dataDir: string
  readonly log: (line: string) => void
  /** False for a server of tests only: it may lose everything in a crash, and is faster for it. */
  readonly durable?: boolean
  /** A Postgres installation of this machine, a folder with `bin` in it, in place of the one that comes with our packages. */
  readonly postgresFolder?: string | undefined
}

export interface EmbeddedServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts the Postgres that comes with our packages on this data folder, making the database the first time.
 * Port and password stay the same between starts (the port as long as it is free). A server that crashes is
 * started again.
 *
 * @throws when another start uses the data folder, or the server does not become ready
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedServer> {
  const { dataDir, log, durable = true } = options
  const last = await readNote(noteFile(dataDir), note)
  const user = (await ownerOf(last)) ?? (await serverUser(log))
  const folder = await placeOf(last, dataDir, user)
  const data = path.join(folder, 'data')
  await clearPostmasterFile(data)
  const port = await freePort(last?.port)
  const password = last?.password ?? randomBytes(24).toString('base64url')
  await writeNote(noteFile(dataDir), { port, password, folder } satisfies Note)
  const home = options.postgresFolder ?? (await postgresHome(folder, user))
  if (!(await exists(data))) await initialise({ home, data, password, user, durable })
  const kept = await keep({ home, data, port, user, durable, log })
  const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`
  try {
    await createDatabase(url)
  } catch (error) {
    await kept.stop()
    throw error
  }
  return { url, stop: () => kept.stop() }
}

/** The URL of the server that an earlier start left running on this data folder, if it answers. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const noted = await readNote(noteFile(dataDir), note)
  if (noted === undefined) return undefined
  const url = `postgres://${ROLE}:${noted.password}@127.0.0.1:${noted.port}/${DATABASE}`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return url
  } catch {
    return undefined
  }
}

/** Deletes the database of a data folder that is no longer needed, wherever it was placed. */
export async function removePostgres(dataDir: string): Promise<void> {
  const noted = await readNote(noteFile(dataDir), note)
  if (noted !== undefined) await rm(noted.folder, { recursive: true, force: true })
  await rm(noteFile(dataDir), { force: true })
}

function noteFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.json')
}

/**
 * Root starts an existing database as whoever owns it; anyone else can only start their own.
 *
 * @returns undefined where we run the server as ourselves, or there is none yet
 */
async function ownerOf(last: Note | undefined): Promise<ServerUser | undefined> {
  if (last === undefined) return undefined
  const owner = await stat(path.join(last.folder, 'data')).catch(() => undefined)
  const we = process.getuid?.()
  if (owner === undefined || we === undefined || owner.uid === we) return undefined
  if (we === 0) return { uid: owner.uid, gid: owner.gid }
  throw new Error(
    'the database in this DATA_DIR belongs to another user: start as that user, or set DATA_DIR',
  )
}

/** The folder for the data: that of the last start, as long as it is there. */
async function placeOf(
  last: Note | undefined,
  dataDir: string,
  user: ServerUser | undefined,
): Promise<string> {
  if (last !== undefined && (await exists(last.folder))) return last.folder
  const inside = path.join(dataDir, 'postgres')
  // Others may pass through, not look: the server's user has to reach its own folder below.
  await mkdir(inside, { recursive: true, mode: 0o711 })
  return realpath(await chooseDataFolder(inside, user))
}

interface Cluster {
  readonly home: string
  readonly data: string
  readonly user: ServerUser | undefined
  readonly durable: boolean
}

/** Makes the data folder under another name first: one that was interrupted must not pass for a whole one. */
async function initialise(cluster: Cluster & { password: string }): Promise<void> {
  const { home, data, password, user, durable } = cluster
  const unfinished = `${data}.new`
  const passwordFile = `${data}.password`
  await rm(unfinished, { recursive: true, force: true })
  await makePrivateFolder(unfinished, user)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid)
  // The collation is Postgres' own, so that an upgrade of the system cannot change how an index is sorted.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--auth=scram-sha-256', `--username=${ROLE}`, `--pwfile=${passwordFile}`]
  const speed = durable ? [] : ['--no-sync']
  try {
    await run(path.join(home, 'bin', 'initdb'), [`--pgdata=${unfinished}`, ...access, ...locale, ...speed], {
      cwd: path.dirname(data),
      ...user,
    })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, data)
}

function keep(cluster: Cluster & { port: number; log: (line: string) => void }): Promise<KeptProcess> {
  const { home, data, port, user, durable, log } = cluster
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    lc_messages: 'C',
    timezone: 'UTC',
    // Failed statements and their details hold what fans typed; the program that sent them reports them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 }),
  }
  const command = {
    file: path.join(home, 'bin', 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: data,
    orphanSignal: 'INT',
    ...(user === undefined ? {} : { user }),
  } as const
  const start = async () => {
    const server = await startOwnedProcess(command, { line: READY, limitMs: START_LIMIT_MS }, () => undefined)
    // SIGINT ends sessions and saves; SIGTERM would wait for every client to leave.
    return { exited: server.exited, stop: () => server.stop('SIGINT', STOP_LIMIT_MS) }
  }
  return keepRunning('postgres', start, log)
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(DATABASE)}`)
  } finally {
    await client.end()
  }
}
