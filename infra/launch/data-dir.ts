import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What is kept in it, apart from backups. */
const ENTRIES =
  /^((postgres|redis)(\.json(\.new)?)?|redis-server|chromium|nginx|session-secret|settings-key(\.previous)?|mail|backups|setlists|.*\.backup)$/

export interface DataDirLock {
  release(): Promise<void>
}

/**
 * Creates the folder where it is missing, and its parents so that others may pass. Node's recursive `mkdir` never returns
 * where the system refuses a folder with ENOENT, as below /proc.
 */
export async function createDataDir(folder: string, mode = 0o700): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT') throw error
    await createDataDir(path.dirname(folder), 0o711)
    await mkdir(folder, { mode })
  }
  // Whatever the umask is.
  await chmod(folder, mode)
}

/** Closes a locked folder to other users. The group of the user that Postgres runs as may pass through. */
export async function closeDataDir(dataDir: string, gid?: number): Promise<void> {
  if (!(await isOwn(dataDir))) return
  if (gid !== undefined) await chown(dataDir, (await stat(dataDir)).uid, gid)
  await chmod(dataDir, gid === undefined ? 0o700 : 0o710)
}

/** A folder that also holds something else keeps its mode: others may need it. */
async function isOwn(dataDir: string): Promise<boolean> {
  return (await readdir(dataDir)).every((name) => ENTRIES.test(name))
}

/**
 * Creates the folder where it is missing, and locks it before it is changed or anything in it is read. The lock is a
 * listening socket: the kernel releases it with this process, however that ends, and a copy of the folder has none.
 *
 * @throws when another process holds the lock
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await createDataDir(dataDir)
  const address = await lockAddress(dataDir)
  if (await answers(address)) throw inUse()
  // Without the abstract addresses of Linux a killed process leaves its socket file.
  if (path.isAbsolute(address) && process.platform !== 'win32') await rm(address, { force: true })
  const server = createServer((socket) => socket.destroy())
  try {
    await once(server.listen(address), 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') throw inUse()
    throw error
  }
  server.unref()
  return {
    async release() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** Whether a process holds the lock of a folder. */
export async function isDataDirLocked(dataDir: string): Promise<boolean> {
  const address = await lockAddress(dataDir).catch(() => undefined)
  return address !== undefined && answers(address)
}

/** Stays the same when the folder is moved on its file system; a copy has another one. */
export async function identityOf(dataDir: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(dataDir, { bigint: true })
  // A deleted folder's inode number is soon used again.
  return `${ino}-${birthtimeNs}`
}

function inUse(): Error {
  return new Error('another start uses this DATA_DIR: stop that one, or set DATA_DIR to another folder')
}

/** One per folder, whatever path leads to it. */
async function lockAddress(dataDir: string): Promise<string> {
  const { dev, ino } = await stat(dataDir, { bigint: true })
  const name = `called-it-${dev}-${ino}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), name)
}

async function answers(address: string): Promise<boolean> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
