import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How long a server whose launcher was killed may take to save and end by itself. */
const ENDING_MS = 10_000

/**
 * Makes sure that no server runs on a data folder. One that is ending is waited for. The file by which Postgres
 * marks a folder as taken is deleted when its number now belongs to some other program (after a reboot, say):
 * Postgres itself would refuse to start then.
 *
 * @throws when a server runs on it and does not end
 */
export async function clearPostmasterFile(data: string): Promise<void> {
  const deadline = performance.now() + ENDING_MS
  for (;;) {
    const pid = await notedPid(data)
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

async function notedPid(data: string): Promise<number | undefined> {
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
