import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export interface ShutdownStep {
  readonly name: string
  readonly run: () => Promise<unknown>
  /** After this long the step counts as failed and the next one starts. */
  readonly limitMs: number
}

/** npm forwards a Ctrl-C that the terminal has sent already, so only a later signal counts as the second. */
const SECOND_SIGNAL_AFTER_MS = 1_000

/**
 * Runs the steps one after another on SIGTERM, on SIGINT and when the launcher is gone, then exits with 0, or with 1
 * if a step failed. A second signal exits at once.
 */
export function shutDownInOrder(log: Logger, steps: readonly ShutdownStep[]): void {
  let startedAt: number | undefined
  const end = (reason: string) => {
    if (startedAt === undefined) {
      startedAt = performance.now()
      log.info({ reason }, 'shutting down')
      void runSteps(log, steps).then((failures) => process.exit(failures === 0 ? 0 : 1))
    } else if (performance.now() - startedAt > SECOND_SIGNAL_AFTER_MS) {
      log.warn({ reason }, 'exiting at once')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
  exitWithParent(() => end('the launcher is gone'))
}

/** A killed parent cannot stop its children: they notice by the end of their IPC channel, if there is one. */
export function exitWithParent(exit: () => void = () => process.exit(1)): void {
  if (process.connected) process.once('disconnect', exit)
}

export function announceReady(): void {
  // Now, since a program that is killed would not store what it has compiled: its successor loads in half the time.
  flushCompileCache()
  process.send?.({ ready: true })
}

/** Node would print the error as text. */
export function logFatalErrors(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })
}

async function runSteps(log: Logger, steps: readonly ShutdownStep[]): Promise<number> {
  let failures = 0
  for (const { name, run, limitMs } of steps) {
    try {
      await withinLimit(run(), limitMs)
    } catch (error) {
      failures += 1
      log.error({ err: error, step: name }, 'shutdown step failed')
    }
  }
  return failures
}

async function withinLimit(work: Promise<unknown>, limitMs: number): Promise<void> {
  const done = new AbortController()
  const limit = sleep(limitMs, undefined, { signal: done.signal }).then(() => {
    throw new Error(`not done after ${limitMs} ms`)
  })
  // Aborting the timer must not become an unhandled rejection.
  limit.catch(() => undefined)
  try {
    await Promise.race([work, limit])
  } finally {
    done.abort()
  }
}
