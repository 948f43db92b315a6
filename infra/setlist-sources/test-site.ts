import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { RequestClock } from './request.ts'

/** A data site on this machine. */
export interface TestSite {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a site that is stopped when the test that is running has finished. */
export async function startTestSite(answer: RequestListener): Promise<TestSite> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = addressOf(server.address())
  const stop = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  onTestFinished(stop)
  return { url: `http://127.0.0.1:${port}`, stop }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the test site has no port')
  return address
}

/** A clock that waits no time at all, remembers what it was asked to wait, and runs out on command. */
export interface TestClock extends RequestClock {
  readonly waits: number[]
  /** Ends the time of the attempt that is under way. */
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
