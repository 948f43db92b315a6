import type { HttpMetrics, ShedReason } from '@called-it/infra/observability/gateway-metrics'
import type { Logger } from 'pino'
import type { LoadBounds } from '../bounds.ts'
import { type LoopDelay, watchLoopDelay } from './loop-delay.ts'
import type { PoolWait } from './pool-wait.ts'

/** Who is turned away is asked to come back after 1 to so many seconds; each at another time, or all would meet again. */
const LONGEST_RETRY_SECONDS = 5

/** What is lost with a call that is turned away. */
export type CallKind = keyof LoadBounds['share']

/** Why a call is turned away, and after how many seconds it may come again. */
export type Refusal = { readonly reason: ShedReason; readonly retryAfter: number }

/** Says which calls the gateway has to turn away, since it has more to do than it can do soon. */
export type LoadGate = {
  /** Null where the call may pass. */
  refuse(kind: CallKind): Refusal | null
  /** Counts a call for as long as its work takes. */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  stop(): void
}

/**
 * Opens the gate. A call is turned away while the process, its pool of connections or its event loop is beyond its
 * bound; the first that comes when it no longer is passes.
 *
 * @param delay how late the event loop is; absent, it is measured
 */
export function openLoadGate({
  bounds,
  postgres,
  metrics,
  log,
  delay,
}: {
  bounds: LoadBounds
  postgres: PoolWait
  metrics: Pick<HttpMetrics, 'loopDelay'>
  log: Logger
  delay?: Pick<LoopDelay, 'now' | 'stop'>
}): LoadGate {
  let underWay = 0
  let turnedAway = 0
  const loop = delay ?? watchLoopDelay(tell)

  function tell(): void {
    metrics.loopDelay.set(loop.now() / 1000)
    if (turnedAway === 0) return
    // One line a window: thousands a second would be a load of their own.
    log.warn({ calls: turnedAway, underWay, waiting: postgres.waiting() }, 'calls were turned away')
    turnedAway = 0
  }

  function reasonToRefuse(share: number): ShedReason | null {
    const isLong = postgres.expectedMs() > bounds.postgresWaitMs * share
    if (isLong && postgres.waiting() > bounds.postgresLine) return 'postgres_busy'
    if (loop.now() > bounds.loopDelayMs * share) return 'event_loop'
    return underWay >= bounds.callsUnderWay * share ? 'calls' : null
  }

  return {
    refuse(kind) {
      const reason = reasonToRefuse(bounds.share[kind])
      if (!reason) return null
      turnedAway += 1
      return { reason, retryAfter: drawRetrySeconds() }
    },
    async during(work) {
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
      }
    },
    stop: () => loop.stop(),
  }
}

function drawRetrySeconds(): number {
  return 1 + Math.floor(Math.random() * LONGEST_RETRY_SECONDS)
}
