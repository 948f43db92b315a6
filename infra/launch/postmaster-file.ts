import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** For a server whose launcher was killed: it shuts down by itself. */
const SHUTDOWN_LIMIT_MS = 10_000

/**
 * Waits until no server runs on a data folder. Deletes postmaster.pid when its process id belongs to some other
 * program by now, as after a reboot: Postgres would refuse to start.
 *
 * @throws when a server keeps running on it
 */
export async function clearPostmasterFile(data: string): Promise<void> {
  const deadline = performance.now() + SHUTDOWN_LIMIT_MS
  for (;;) {
    const pid = await readPid(data)
    if (pid === undefined || !isAlive(pid)) return
    if (!(await isPostmasterOf(pid, data))) {
      await rm(path.join(data, 'postmaster.pid'), { force: true })
      return
    }
    if (performance.now() > deadline) {
      throw new Error(
        `another start uses this DATA_DIR (its Postgres is process ${pid}): stop that one, or set DATA_DIR to another folder`,
      )
    }
    await sleep(100)
  }
}

async function readPid(data: string): Promise<number | undefined> {
  const content = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(content, 10)
  return pid > 0 ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A server's working directory is its data folder. */
async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === data
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres')
}
