import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** How a process ended: one of the two is set. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A server of the system that we started, and that does not outlive us. */
export interface OwnedProcess {
  readonly exited: Promise<Exit>
  /** Asks with the signal, insists with SIGKILL after the limit, resolves when it is gone. */
  stop(signal: NodeJS.Signals, limitMs: number): Promise<void>
}

export interface ProcessCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Whom to run as; only root may choose. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** The signal that ends it in order, should this process die without stopping it. */
  readonly orphanSignal: 'INT' | 'TERM'
}

/**
 * Starts a process in a group of its own, so that a Ctrl-C in the terminal reaches only us, and we stop things
 * in their order.
 *
 * @param onLine receives every line that it prints
 * @returns when a line fits `ready`
 * @throws with its last lines, when it ends before that or takes longer than the limit
 */
export async function startOwnedProcess(
  command: ProcessCommand,
  ready: { line: RegExp; limitMs: number },
  onLine: (line: string) => void,
): Promise<OwnedProcess> {
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env ?? process.env,
    ...command.user,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = exitOf(child)
  await once(child, 'spawn')
  const guard = guardAgainstOrphaning(child, command.orphanSignal)
  void exited.then(() => guard.release())
  try {
    await lineThatFits(child, exited, ready, onLine)
  } catch (error) {
    killGroup(child)
    await exited
    throw error
  }
  return { exited, stop: (signal, limitMs) => stopProcess(child, exited, signal, limitMs) }
}

/** How the process ended, or will end. */
export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    // A process that could not be spawned has no exit.
    child.once('error', () => resolve({ code: null, signal: null }))
  })
}

/** Asks a process to end with a signal, and kills it after the limit. */
export async function stopProcess(
  child: ChildProcess,
  exited: Promise<Exit>,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<void> {
  child.kill(signal)
  const timer = setTimeout(() => killGroup(child), limitMs)
  await exited
  clearTimeout(timer)
}

/** Kills a process that leads a group of its own, and with it whatever it started in that group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (process.platform === 'win32') child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}

function lineThatFits(
  child: ChildProcess,
  exited: Promise<Exit>,
  ready: { line: RegExp; limitMs: number },
  onLine: (line: string) => void,
): Promise<void> {
  const last: string[] = []
  const said = () => last.map((line) => `\n  ${line}`).join('')
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${child.spawnfile} was not ready after ${ready.limitMs / 1000} s${said()}`)),
      ready.limitMs,
    )
    for (const output of [child.stdout, child.stderr]) {
      if (output === null) continue
      createInterface({ input: output }).on('line', (line) => {
        last.push(line)
        if (last.length > 10) last.shift()
        onLine(line)
        if (!ready.line.test(line)) return
        clearTimeout(timer)
        resolve()
      })
    }
    void exited.then(({ code, signal }) => {
      clearTimeout(timer)
      reject(new Error(`${child.spawnfile} ended with ${signal ?? `code ${code}`}${said()}`))
    })
  })
}

/**
 * A process that is killed outright cannot stop its servers. So a shell of 1 MB waits on a pipe that only we
 * hold open: when we are gone, however that came, the pipe closes and the shell ends the server.
 */
export function guardAgainstOrphaning(child: ChildProcess, signal: 'INT' | 'TERM'): { release(): void } {
  if (process.platform === 'win32') return { release: () => undefined }
  const guard = spawn('/bin/sh', ['-c', `read -r _; kill -${signal} "$1"`, 'guard', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  // Without a shell there is no guard; everything else works.
  guard.on('error', () => undefined)
  // It is killed with its input still open.
  guard.stdin.on('error', () => undefined)
  return {
    release: () => {
      // Before its pipe closes: the server's number may be another process's by then.
      guard.kill('SIGKILL')
      guard.stdin.destroy()
    },
  }
}
