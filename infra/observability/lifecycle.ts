import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export interface ShutdownStep {
  readonly name: string
  readonly run: () => Promise<unknown>
  /** The step is given up, and the next one begins, after this long. */
  readonly limitMs: number
}

/** Npm passes a Ctrl-C on that the terminal has sent already: only a later one is a second one. */
const SECOND_SIGNAL_AFTER_MS = 1_000

/**
 * Ends the program in order on SIGTERM, on SIGINT, and when the launcher that started it is gone: the steps one
 * after the other, then exit code 0, or 1 where a step failed. A second signal exits at once.
 */
export function endInOrder(log: Logger, steps: readonly ShutdownStep[]): void {
  let startedAt: number | undefined
  const end = (reason: string) => {
    if (startedAt === undefined) {
      startedAt = performance.now()
      log.info({ reason }, 'ending')
      void runSteps(log, steps).then((failures) => process.exit(failures === 0 ? 0 : 1))
    } else if (performance.now() - startedAt > SECOND_SIGNAL_AFTER_MS) {
      log.warn({ reason }, 'ending at once')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
  exitWithParent(() => end('the launcher is gone'))
}

/**
 * Calls back when the process that started this one, over an IPC channel, is gone: killed outright it cannot
 * stop its children. Does nothing where there is no such channel.
 */
export function exitWithParent(exit: () => void = () => process.exit(1)): void {
  if (process.connected) process.once('disconnect', exit)
}

/** Tells the launcher, where there is one, that this program is ready for work. */
export function announceReady(): void {
  process.send?.({ ready: true })
}

/** Logs the error that ends the process, which Node would print as text. */
export function logFatalErrors(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught')
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
      log.error({ err: error, step: name }, 'a step of the shutdown failed')
    }
  }
  return failures
}

async function withinLimit(work: Promise<unknown>, limitMs: number): Promise<void> {
  const done = new AbortController()
  const limit = sleep(limitMs, undefined, { signal: done.signal }).then(() => {
    throw new Error(`not done after ${limitMs} ms`)
  })
  // Losing the race is no failure of its own.
  limit.catch(() => undefined)
  try {
    await Promise.race([work, limit])
  } finally {
    done.abort()
  }
}
