import { createServer, type RequestListener } from 'node:http'
import type { RequestClock } from '@called-it/infra/setlist-sources/request'
import { onTestFinished } from 'vitest'
import { listenOnLoopback, stopServer } from '../loopback-server.ts'

export interface TestSite {
  readonly url: string
  stop(): Promise<void>
}

/** Stops when the current test has finished. */
export async function startTestSite(answer: RequestListener): Promise<TestSite> {
  const server = createServer(answer)
  const port = await listenOnLoopback(server)
  const stop = () => stopServer(server)
  onTestFinished(stop)
  return { url: `http://127.0.0.1:${port}`, stop }
}

/** A fake clock: waits end at once and are recorded, and time-outs fire on command. */
export interface TestClock extends RequestClock {
  readonly waits: number[]
  /** Fires the time-out of the current attempt. */
  runOut(): void
}

export function createTestClock(now = Date.parse('2026-01-31T12:00:00Z')): TestClock {
  const waits: number[] = []
  let attempt = new AbortController()
  return {
    waits,
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
    },
    timeout: () => {
      attempt = new AbortController()
      return attempt.signal
    },
    random: () => 0,
    runOut: () => attempt.abort(new DOMException('the time is over', 'TimeoutError')),
  }
}
