import { readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runSystemCommand } from './system-command.ts'

/** Fast shutdown, then without a checkpoint, then for a server that is frozen. */
const STOP_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
const STOP_LIMIT_MS = 10_000

/**
 * Stops the server that an ended start left on a data folder. Deletes postmaster.pid when its process id belongs to
 * another program by now, as after a reboot: Postgres would refuse to start.
 * The caller has locked DATA_DIR, so nobody uses the server.
 *
 * @throws when the server keeps running
 */
export async function clearPostmasterFile(data: string, log: (line: string) => void): Promise<void> {
  const pid = await readPid(data)
  if (pid === undefined || !isAlive(pid)) return
  if (!(await isPostmasterOf(pid, data))) {
    await rm(path.join(data, 'postmaster.pid'), { force: true })
    return
  }
  log(`stopping the Postgres that an ended start left behind (process ${pid})`)
  for (const signal of STOP_SIGNALS) {
    if (isAlive(pid)) process.kill(pid, signal)
    if (await endsWithin(STOP_LIMIT_MS, pid)) return
  }
  throw new Error(`a Postgres of this DATA_DIR cannot be stopped: end its process ${pid}, then start again`)
}

async function endsWithin(limitMs: number, pid: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
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
  const command = await runSystemCommand('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => '')
  return command.includes('postgres')
}
