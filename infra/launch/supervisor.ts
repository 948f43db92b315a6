import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Backoff, type KeptProcess, keepRunning } from './keep-running.ts'
import { exitOf, guardAgainstOrphaning, killGroup, stopProcess } from './owned-process.ts'

/** How a program shows that it is ready: resolves then, or once the signal says that nobody waits any more. */
export type Readiness = (child: ChildProcess, givenUp: AbortSignal) => Promise<void>

export interface ProgramOptions {
  readonly name: string
  /** The file to run, absolute. */
  readonly entry: string
  readonly args?: readonly string[]
  readonly nodeOptions?: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly ready: Readiness
  readonly readyLimitMs?: number
  /** How long it may take to end in order before it is killed. */
  readonly stopLimitMs: number
  readonly backoff?: Backoff
  /** Receives lines for a person: that it crashed, that it runs again. */
  readonly report: (line: string) => void
  /** Ends the wait for a program that is not ready yet. */
  readonly stopping: AbortSignal
}

const READY_LIMIT_MS = 120_000

/**
 * Runs one of our programs as a process of its own, and again whenever it crashes. It ends with us, even if we
 * are killed.
 *
 * @returns when it is ready for the first time
 * @throws when it ends before that, or takes longer than the limit
 */
export function superviseProgram(options: ProgramOptions): Promise<KeptProcess> {
  return keepRunning(options.name, () => startProgram(options), options.report, options.backoff)
}

/** Ready when it says so over the channel that it was started with. */
export const readyByMessage: Readiness = (child, givenUp) =>
  new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('ready' in message)) return
      child.off('message', listen)
      resolve()
    }
    child.on('message', listen)
    givenUp.addEventListener('abort', () => child.off('message', listen))
  })

/** Ready when this URL answers 200. */
export function readyByAnswer(url: string): Readiness {
  return async (_child, givenUp) => {
    while (!givenUp.aborted) {
      const answer = await fetch(url, { signal: givenUp }).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.status === 200) return
      await sleep(100)
    }
  }
}

async function startProgram(options: ProgramOptions) {
  const { name, ready, readyLimitMs = READY_LIMIT_MS, stopLimitMs } = options
  const child = fork(options.entry, [...(options.args ?? [])], {
    execArgv: [...(options.nodeOptions ?? [])],
    cwd: options.cwd,
    env: options.env,
    // A group of its own: a Ctrl-C in the terminal reaches only us, and we stop things in their order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = exitOf(child)
  endWithUs(child, exited)
  const stop = () => stopProcess(child, exited, 'SIGTERM', stopLimitMs)
  const waiting = new AbortController()
  const limit = AbortSignal.timeout(readyLimitMs)
  const outcome = await Promise.race([
    ready(child, AbortSignal.any([waiting.signal, limit, options.stopping])).then(() => 'is ready'),
    exited.then(({ code, signal }) => `ended with ${signal ?? `code ${code}`}`),
    whenAborted(limit).then(() => `was not ready after ${readyLimitMs / 1000} s`),
    whenAborted(options.stopping).then(() => 'was stopped'),
  ])
  waiting.abort()
  if (outcome === 'is ready' && !options.stopping.aborted) return { exited, stop }
  await stop()
  throw new Error(`${name} ${outcome}`)
}

/** Without an end in order, an end all the same: by us as we exit, by the guard where we could not. */
function endWithUs(child: ChildProcess, exited: Promise<unknown>): void {
  const kill = () => killGroup(child)
  process.once('exit', kill)
  const guard = guardAgainstOrphaning(child, 'TERM')
  void exited.then(() => {
    process.off('exit', kill)
    guard.release()
  })
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
