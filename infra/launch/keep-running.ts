import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit } from './owned-process.ts'

/** A process that is ready for work. */
export interface RunningProcess {
  readonly exited: Promise<Exit>
  /** Ends it in order; resolves when it is gone. */
  stop(): Promise<void>
}

export interface KeptProcess {
  /** Ends the process, or the wait for its next start, for good. */
  stop(): Promise<void>
}

export interface Backoff {
  /** The wait before the first restart; it doubles with each failure that follows closely. */
  readonly firstMs: number
  readonly longestMs: number
  /** A process that ran this long had not failed to start: the waits begin anew. */
  readonly settledAfterMs: number
}

const patientBackoff: Backoff = { firstMs: 250, longestMs: 10_000, settledAfterMs: 30_000 }

/**
 * Starts a process and starts it again whenever it ends by itself.
 *
 * @param start resolves when the process is ready, throws when it cannot be started
 * @param report is told of every end and every failed start, in a line for a person
 * @throws what the first start threw: only what once ran is started again
 */
export async function keepRunning(
  name: string,
  start: () => Promise<RunningProcess>,
  report: (line: string) => void,
  backoff: Backoff = patientBackoff,
): Promise<KeptProcess> {
  const stopping = new AbortController()
  let current: RunningProcess | undefined = await start()

  async function watch(): Promise<void> {
    let wait = backoff.firstMs
    while (!stopping.signal.aborted) {
      if (current !== undefined) {
        const startedAt = performance.now()
        const exit = await current.exited
        current = undefined
        if (stopping.signal.aborted) return
        if (performance.now() - startedAt > backoff.settledAfterMs) wait = backoff.firstMs
        report(`${name} ended (${exit.signal ?? `code ${exit.code}`}); starting it again in ${wait} ms`)
      }
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      wait = Math.min(wait * 2, backoff.longestMs)
      current = await start().catch((error: unknown) => {
        report(`${name} does not start, next attempt in ${wait} ms: ${error}`)
        return undefined
      })
      if (current !== undefined) report(`${name} runs again`)
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
