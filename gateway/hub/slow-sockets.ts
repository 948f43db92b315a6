import type { HubMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Logger } from 'pino'
import type { Telling } from './audience.ts'
import { stepOf } from './audience.ts'
import type { Clock } from './clock.ts'
import type { LiveSocket } from './live-socket.ts'
import { cutOff, encodeEvents, type Line, lineTo } from './wire.ts'

/** A client that stops reading makes a server buffer without end; above this, it is skipped. */
const MOST_WAITING_BYTES = 64 * 1024
/** How long a client may stay above that. */
const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 250

/** The topics that a socket missed events of, each with the version that the first of them led on from. */
type Missed = Map<string, number>

/** Keeps clients that read too slowly from costing memory, and lets them catch up. */
export type SlowSockets = {
  /** True where the socket is to be skipped: it has too much waiting, or has not caught up yet. */
  isSlow(line: Line): boolean
  /** Remembers that a socket was skipped. */
  miss(socket: LiveSocket, tellings: readonly Telling[]): void
  stop(): void
}

/**
 * Opens the watch over slow sockets: one that is skipped is sent the whole state of what it missed when all
 * that waited has left; one that stays full for ten seconds is disconnected.
 *
 * @param retell what a listener who missed a topic's events since a version must be told
 */
export function watchSlowSockets({
  retell,
  clock,
  log,
  metrics,
}: {
  retell: (socket: LiveSocket, topic: string, from: number) => Promise<Telling[]>
  clock: Clock
  log: Logger
  metrics: Pick<HubMetrics, 'skipped' | 'dropped'>
}): SlowSockets {
  const slow = new Map<LiveSocket, { since: number; missed: Missed; isCatchingUp: boolean }>()

  function miss(socket: LiveSocket, tellings: readonly Telling[]): void {
    metrics.skipped.inc()
    let entry = slow.get(socket)
    if (!entry) {
      entry = { since: clock.now(), missed: new Map(), isCatchingUp: false }
      slow.set(socket, entry)
    }
    for (const telling of tellings) {
      const step = stepOf(telling)
      if (step) entry.missed.set(step.topic, Math.min(step.from, entry.missed.get(step.topic) ?? step.from))
    }
  }

  /** Events that come meanwhile are missed as well, and told at the next look: none can overtake the state. */
  async function catchUp(socket: LiveSocket): Promise<void> {
    const entry = slow.get(socket)
    if (!entry || entry.isCatchingUp) return
    entry.isCatchingUp = true
    const missed = entry.missed
    entry.missed = new Map()
    try {
      for (const [topic, from] of missed) {
        const tellings = await retell(socket, topic, from)
        if (tellings.length > 0) lineTo(socket).write(encodeEvents(tellings))
      }
      if (entry.missed.size === 0) slow.delete(socket)
    } catch (error) {
      log.warn({ err: error }, 'a slow socket could not be brought up to date and will be later')
      for (const [topic, from] of missed) {
        entry.missed.set(topic, Math.min(from, entry.missed.get(topic) ?? from))
      }
    } finally {
      entry.isCatchingUp = false
      entry.since = clock.now()
    }
  }

  function look(): void {
    for (const [socket, { since }] of slow) {
      const waiting = lineTo(socket).waitingBytes()
      if (!socket.connected) slow.delete(socket)
      else if (waiting === 0) void catchUp(socket)
      else if (waiting > MOST_WAITING_BYTES && clock.now() - since >= PATIENCE_MS) {
        slow.delete(socket)
        metrics.dropped.inc()
        cutOff(socket.conn)
      }
    }
  }

  return {
    isSlow: (line) => (slow.size > 0 && slow.has(line.socket)) || line.waitingBytes() > MOST_WAITING_BYTES,
    miss,
    stop: clock.every(LOOK_EVERY_MS, look),
  }
}
