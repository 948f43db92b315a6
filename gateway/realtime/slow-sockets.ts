import type { RealtimeMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { EventSocket } from './event-socket.ts'
import { type OutgoingEvent, stepOf } from './outgoing-event.ts'
import { cutOff, encodeEvents, type SocketWriter, writerOf } from './socket-writer.ts'

/** A client that stops reading makes a server buffer without end; above this, it is skipped. */
const MAX_BUFFERED_BYTES = 64 * 1024
const SLOW_TIMEOUT_MS = 10_000
const CHECK_INTERVAL_MS = 250

/** The topics that a socket missed events of, each with the version before the first missed event. */
type Missed = Map<string, number>

export type SlowSockets = {
  /** True while a socket has too much buffered or has not caught up yet. */
  isSlow(writer: SocketWriter): boolean
  noteSkipped(socket: EventSocket, events: readonly OutgoingEvent[]): void
  stop(): void
}

/**
 * Bounds the memory of clients that read too slowly. A skipped socket is sent the current state of the topics that it
 * missed when its buffer is empty; one that stays above the limit for ten seconds is disconnected.
 *
 * @param eventsSince the events for a socket that missed a topic's events since version `from`
 */
export function watchSlowSockets({
  eventsSince,
  clock,
  log,
  metrics,
}: {
  eventsSince: (socket: EventSocket, topic: string, from: number) => Promise<OutgoingEvent[]>
  clock: Clock
  log: Logger
  metrics: Pick<RealtimeMetrics, 'skipped' | 'dropped'>
}): SlowSockets {
  const slow = new Map<EventSocket, { since: number; missed: Missed; isCatchingUp: boolean }>()

  function noteSkipped(socket: EventSocket, events: readonly OutgoingEvent[]): void {
    metrics.skipped.inc()
    let entry = slow.get(socket)
    if (!entry) {
      entry = { since: clock.now(), missed: new Map(), isCatchingUp: false }
      slow.set(socket, entry)
    }
    for (const event of events) {
      const step = stepOf(event)
      if (step) noteMissed(entry.missed, step.topic, step.from)
    }
  }

  /** Events that arrive meanwhile are skipped too and sent by the next check, so none overtakes the state. */
  async function catchUp(socket: EventSocket): Promise<void> {
    const entry = slow.get(socket)
    if (!entry || entry.isCatchingUp) return
    entry.isCatchingUp = true
    const missed = entry.missed
    entry.missed = new Map()
    try {
      for (const [topic, from] of missed) {
        const events = await eventsSince(socket, topic, from)
        if (events.length > 0) writerOf(socket).write(encodeEvents(events))
      }
      if (entry.missed.size === 0) slow.delete(socket)
    } catch (error) {
      log.warn({ err: error }, 'a slow socket could not be brought up to date; retrying')
      for (const [topic, from] of missed) noteMissed(entry.missed, topic, from)
    } finally {
      entry.isCatchingUp = false
      entry.since = clock.now()
    }
  }

  function check(): void {
    for (const [socket, { since }] of slow) {
      const buffered = writerOf(socket).bufferedBytes()
      if (!socket.connected) slow.delete(socket)
      else if (buffered === 0) void catchUp(socket)
      else if (buffered > MAX_BUFFERED_BYTES && clock.now() - since >= SLOW_TIMEOUT_MS) {
        slow.delete(socket)
        metrics.dropped.inc()
        cutOff(socket.conn)
      }
    }
  }

  return {
    isSlow: (writer) =>
      (slow.size > 0 && slow.has(writer.socket)) || writer.bufferedBytes() > MAX_BUFFERED_BYTES,
    noteSkipped,
    stop: clock.every(CHECK_INTERVAL_MS, check),
  }
}

function noteMissed(missed: Missed, topic: string, from: number): void {
  missed.set(topic, Math.min(from, missed.get(topic) ?? from))
}
