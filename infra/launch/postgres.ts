import { randomBytes } from 'node:crypto'
import { chown, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { closeDataDir } from './data-dir.ts'
import { freePort } from './port.ts'
import { ownerUrl, prepareDatabase, SUPERUSER } from './postgres-database.ts'
import {
  chooseDataFolder,
  exists,
  giveToServer,
  makePrivateFolder,
  postgresHome,
  type ServerUser,
  serverUser,
} from './postgres-files.ts'
import {
  type KnownPostgres,
  readPostgresState,
  refuseIncompleteCopy,
  writePostgresState,
} from './postgres-state.ts'
import { clearPostmasterFile } from './postmaster-file.ts'
import { keepRunning, type RunningProcess, readyByLine, startProcess } from './process.ts'
import { runSystemCommand } from './system-command.ts'

const READY = /database system is ready to accept connections/
const STOP_LIMIT_MS = 15_000

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly log: (line: string) => void
  /** False is faster, and loses everything in a crash: for tests. */
  readonly durable?: boolean
  /** A folder with a `bin` of Postgres, in place of the packaged one. */
  readonly postgresFolder?: string | undefined
}

export interface EmbeddedServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts the packaged Postgres on this data folder and creates the database the first time. Password and port stay
 * the same between starts, unless the port is taken. A server that crashes is restarted.
 *
 * The caller has locked the data folder.
 *
 * @throws for a copy that is not complete, and when the server does not become ready
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedServer> {
  const { dataDir, log, durable = true } = options
  const last = await readPostgresState(dataDir)
  await refuseIncompleteCopy(dataDir, last)
  const user = (await ownerOf(last)) ?? (await serverUser(log))
  await closeDataDir(dataDir, user?.gid)
  const folder = await chooseFolder(last, dataDir, user)
  if (last?.isCopy && user !== undefined) await giveToServer(folder, user)
  const data = path.join(folder, 'data')
  if (last === undefined && (await exists(data))) {
    throw new Error('this DATA_DIR has a database but no postgres.json with its password: put that file back')
  }
  await clearPostmasterFile(data, log)
  // The original returns to its port, so a copy leaves that alone.
  const port = await freePort(last?.isCopy ? undefined : last?.port)
  const password = last?.password ?? newPassword()
  // The programs of the original must not get in.
  const ownerPassword = (last?.isCopy ? undefined : last?.ownerPassword) ?? newPassword()
  await writePostgresState(dataDir, { port, password, ownerPassword, folder })
  const home = options.postgresFolder ?? (await postgresHome(folder, user))
  if (!(await exists(data))) await initialise({ home, data, password, user, durable })
  const server = await superviseServer({ home, data, port, user, durable, log })
  try {
    await prepareDatabase({ port, password, ownerPassword })
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: ownerUrl({ port, ownerPassword }), stop: () => server.stop() }
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

/** The URL of the server that runs on this locked data folder, if it accepts connections. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const last = await readPostgresState(dataDir)
  if (last === undefined || last.isCopy) return undefined
  const url = ownerUrl(last)
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

/**
 * Root starts an existing database as its owner; other users can only start their own.
 *
 * @returns undefined where the server runs as the current user, or there is no database yet
 */
async function ownerOf(last: KnownPostgres | undefined): Promise<ServerUser | undefined> {
  if (last === undefined) return undefined
  const owner = await stat(path.join(last.folder, 'data')).catch(() => undefined)
  const uid = process.getuid?.()
  if (owner === undefined || uid === undefined || owner.uid === uid) return undefined
  if (uid === 0) return { uid: owner.uid, gid: owner.gid }
  throw new Error(
    'the database in this DATA_DIR belongs to another user: start as that user, or set DATA_DIR',
  )
}

/** The folder of the last start, as long as it exists. */
async function chooseFolder(
  last: KnownPostgres | undefined,
  dataDir: string,
  user: ServerUser | undefined,
): Promise<string> {
  if (last !== undefined && (await exists(last.folder))) {
    await makePrivateFolder(last.folder, user)
    return last.folder
  }
  const inside = path.join(dataDir, 'postgres')
  await makePrivateFolder(inside, user)
  return realpath(await chooseDataFolder(inside, user))
}

interface Cluster {
  readonly home: string
  readonly data: string
  readonly user: ServerUser | undefined
  readonly durable: boolean
}

/**
 * Scoring rewrites rows of all players. After a checkpoint Postgres logs each page as a whole, which doubles the log of the
 * next scoring, and by default it looks for dead rows once a minute.
 */
const SCORING_SETTINGS = { max_wal_size: '2GB', wal_compression: 'pglz', autovacuum_naptime: '15s' } as const

/** After a minute autovacuum would change plans and statistics in the middle of a test. */
const THROWAWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: 300,
} as const

/** Renames the data folder last, so that an interrupted initdb is not mistaken for a finished one. */
async function initialise(cluster: Cluster & { password: string }): Promise<void> {
  const { home, data, password, user, durable } = cluster
  const unfinished = `${data}.new`
  const passwordFile = `${data}.password`
  await rm(unfinished, { recursive: true, force: true })
  await makePrivateFolder(unfinished, user)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid)
  // The builtin collation: an upgrade of the system's C library must not change the order of an index.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`]
  const speed = durable ? [] : ['--no-sync']
  try {
    const args = [`--pgdata=${unfinished}`, ...access, ...locale, ...speed]
    await runSystemCommand(path.join(home, 'bin', 'initdb'), args, { cwd: path.dirname(data), ...user })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, data)
}

/** An eighth of the memory: the programs, Redis and the cache of the file system need theirs. */
export function sharedBuffersMb(memoryBytes = availableMemory()): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8 / 2 ** 20), 128), 4_096)
}

/** In a container with a limit this is the limit. */
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

function superviseServer(
  cluster: Cluster & { port: number; log: (line: string) => void },
): Promise<Pick<RunningProcess, 'stop'>> {
  const { home, data, port, user, durable, log } = cluster
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    lc_messages: 'C',
    timezone: 'UTC',
    // Failed statements and their details have what users typed; the program that sent them logs the error.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? { shared_buffers: `${sharedBuffersMb()}MB`, ...SCORING_SETTINGS } : THROWAWAY_SETTINGS),
  }
  const start = () =>
    startProcess({
      file: path.join(home, 'bin', 'postgres'),
      args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      cwd: data,
      user,
      ready: readyByLine(READY),
      // Fast shutdown: it ends sessions, whereas SIGTERM would wait for every client to disconnect.
      stopSignal: 'SIGINT',
      stopLimitMs: STOP_LIMIT_MS,
    })
  return keepRunning('postgres', start, log)
}
