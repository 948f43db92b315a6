import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** One of the two is set, unless the process could not be spawned. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningProcess {
  readonly exited: Promise<Exit>
  /** Sends the signal, kills the process group after `stopLimitMs`, and resolves when the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface ProcessOptions {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
  /** Only root may run a process as another user. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  readonly shell?: boolean | undefined
  readonly stopSignal?: 'SIGINT' | 'SIGTERM'
  readonly stopLimitMs?: number
  /** Kills it when this process exits without having stopped it; otherwise it gets its stop signal then. */
  readonly killOnExit?: boolean
}

/** Resolves when the process is ready, or when the signal is aborted. */
export type Readiness = (child: ChildProcess, signal: AbortSignal) => Promise<void>

export interface StartOptions extends ProcessOptions {
  /** The name of the file by default. */
  readonly name?: string
  readonly stdio?: StdioOptions
  readonly ready: Readiness
  readonly readyLimitMs?: number
  /** Ends the wait for a process that is not ready yet. */
  readonly stopping?: AbortSignal
}

export interface Backoff {
  /** The delay before the first restart; it doubles with each failure. */
  readonly firstMs: number
  readonly maxMs: number
  /** A process that ran this long is restarted at once. */
  readonly resetAfterMs: number
}

const READY_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 40_000
const OUTPUT_LINES_IN_ERRORS = 10
const OUTPUT_LIMIT_MS = 500
const DEFAULT_BACKOFF: Backoff = { firstMs: 250, maxMs: 10_000, resetAfterMs: 30_000 }

/**
 * Starts a process that does not outlive this one, and resolves when it is ready.
 *
 * @throws with the last lines of its output, when it exits before that or exceeds the limit
 */
export async function startProcess(options: StartOptions): Promise<RunningProcess> {
  const { name = path.basename(options.file), ready, readyLimitMs = READY_LIMIT_MS, stopping } = options
  const { child, exited, stop } = await spawnOwned(options, options.stdio ?? ['ignore', 'pipe', 'pipe'])
  const lastLines = keepLastLines(child)
  const closed = once(child, 'close').catch(() => undefined)
  const decided = new AbortController()
  const limit = AbortSignal.timeout(readyLimitMs)
  const abandoned = AbortSignal.any([limit, ...(stopping ? [stopping] : [])])
  const outcome = await Promise.race([
    ready(child, AbortSignal.any([decided.signal, abandoned])).then(() => 'is ready'),
    exited.then((exit) => `ended with ${describeExit(exit)}`),
    whenAborted(abandoned).then(() =>
      limit.aborted ? `was not ready after ${readyLimitMs / 1000} s` : 'was stopped',
    ),
  ])
  decided.abort()
  if (outcome === 'is ready' && !stopping?.aborted) return { exited, stop }
  await stop()
  // Output may still be on its way after the exit, or held open by a grandchild.
  await Promise.race([closed, sleep(OUTPUT_LIMIT_MS)])
  throw new Error([`${name} ${outcome}`, ...lastLines].join('\n  '))
}

/** Ready at the first line of output that matches. */
export function readyByLine(pattern: RegExp): Readiness {
  return (child) =>
    new Promise((resolve) => {
      eachLine(child, (line) => pattern.test(line) && resolve())
    })
}

/** Ready when it sends `{ ready: … }` over its IPC channel. */
export const readyByMessage: Readiness = (child, signal) =>
  new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('ready' in message)) return
      child.off('message', listen)
      resolve()
    }
    child.on('message', listen)
    signal.addEventListener('abort', () => child.off('message', listen))
  })

export function readyByResponse(url: string): Readiness {
  return async (_child, signal) => {
    while (!signal.aborted) {
      const response = await fetch(url, { signal }).catch(() => undefined)
      await response?.body?.cancel()
      if (response?.status === 200) return
      await sleep(100)
    }
  }
}

/**
 * Starts a process again whenever it exits by itself.
 *
 * @param start resolves when the process is ready
 * @throws what the first start throws: only a process that once ran is restarted
 */
export async function keepRunning(
  name: string,
  start: () => Promise<RunningProcess>,
  log: (line: string) => void,
  backoff: Backoff = DEFAULT_BACKOFF,
): Promise<Pick<RunningProcess, 'stop'>> {
  const stopping = new AbortController()
  let current: RunningProcess | undefined = await start()

  async function watch(): Promise<void> {
    let delay = backoff.firstMs
    while (!stopping.signal.aborted) {
      if (current !== undefined) {
        const startedAt = performance.now()
        const exit = await current.exited
        current = undefined
        if (stopping.signal.aborted) return
        // It has ended in order, to start again.
        const isAsked = exit.code === 0
        if (isAsked || performance.now() - startedAt > backoff.resetAfterMs) delay = 0
        log(`${name} ended (${describeExit(exit)}); starting it again in ${delay} ms`)
      }
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      delay = Math.min(Math.max(delay * 2, backoff.firstMs), backoff.maxMs)
      current = await start().catch((error: unknown) => {
        log(`${name} does not start, next attempt in ${delay} ms: ${error}`)
        return undefined
      })
      if (current !== undefined) log(`${name} runs again`)
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await current?.stop()
      await watching
      // It may have become ready while it was being stopped.
      await current?.stop()
    },
  }
}

/** Runs a program that ends by itself. The code is 1 where it was killed; shown output is not returned. */
export async function runToEnd(
  options: ProcessOptions & { readonly stopping: AbortSignal; readonly output: 'shown' | 'returned' },
): Promise<{ code: number; output: string }> {
  const { stopping } = options
  const stdio = options.output === 'shown' ? 'inherit' : (['ignore', 'pipe', 'pipe'] satisfies StdioOptions)
  const { child, exited, stop } = await spawnOwned(options, stdio)
  const onAbort = () => void stop()
  if (stopping.aborted) onAbort()
  stopping.addEventListener('abort', onAbort)
  const [{ code }, ...printed] = await Promise.all([
    exited,
    ...[child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
  ])
  stopping.removeEventListener('abort', onAbort)
  return { code: code ?? 1, output: printed.join('') }
}

export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    // A process that could not be spawned has no exit.
    child.once('error', () => resolve({ code: null, signal: null }))
  })
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Spawns it in a group of its own: Ctrl-C in the terminal reaches only us, and we stop things in order. */
async function spawnOwned(options: ProcessOptions, stdio: StdioOptions) {
  const { file, args, cwd, env, user, shell, killOnExit } = options
  const { stopSignal = 'SIGTERM', stopLimitMs = STOP_LIMIT_MS } = options
  const child = spawn(file, args, { cwd, env, ...user, shell, detached: true, stdio })
  const exited = exitOf(child)
  await once(child, 'spawn')
  const guard = guardAgainstOrphaning(child, stopSignal)
  const kill = () => killGroup(child)
  if (killOnExit) process.once('exit', kill)
  void exited.then(() => {
    process.off('exit', kill)
    guard.release()
  })
  const stop = async (signal: NodeJS.Signals = stopSignal) => {
    child.kill(signal)
    const timer = setTimeout(kill, stopLimitMs)
    await exited
    clearTimeout(timer)
  }
  return { child, exited, stop }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (process.platform === 'win32') child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}

/**
 * A process that gets SIGKILL cannot stop its children. A shell of 1 MB therefore waits on a pipe that only this
 * process holds open: when this process is gone, the pipe closes and the shell signals the child.
 */
function guardAgainstOrphaning(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): { release(): void } {
  if (process.platform === 'win32') return { release: () => undefined }
  const script = `read -r _; kill -${signal.slice(3)} "$1"`
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  // Without a shell there is no guard; everything else works.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  return {
    release: () => {
      // Before its pipe closes: by then another process may have the child's id.
      guard.kill('SIGKILL')
      guard.stdin.destroy()
    },
  }
}

function eachLine(child: ChildProcess, onLine: (line: string) => void): void {
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on('line', onLine)
  }
}

/** Also drains the output, which would otherwise block the child. */
function keepLastLines(child: ChildProcess): readonly string[] {
  const lines: string[] = []
  eachLine(child, (line) => {
    lines.push(line)
    if (lines.length > OUTPUT_LINES_IN_ERRORS) lines.shift()
  })
  return lines
}

function describeExit({ code, signal }: Exit): string {
  return signal ?? `code ${code}`
}
