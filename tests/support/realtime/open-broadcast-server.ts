import { createServer } from 'node:http'
import { openBroadcast } from '@called-it/gateway/realtime/broadcast'
import type { EventServer, EventSocket } from '@called-it/gateway/realtime/event-socket'
import type { OutgoingEvent } from '@called-it/gateway/realtime/outgoing-event'
import { watchSlowSockets } from '@called-it/gateway/realtime/slow-sockets'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { rooms, type ServerEvent } from '@called-it/shared/contract/events'
import { pino } from 'pino'
import { Server } from 'socket.io'
import { onTestFinished } from 'vitest'
import { listenOnLoopback } from '../loopback-server.ts'
import { manualClock } from './manual-clock.ts'
import { joinRaw, openRawSocket, type RawSocket, readFrame } from './raw-socket.ts'

const log = pino({ enabled: false })

const LOCK = '2026-07-03T10:00:00.000Z'

/** A Socket.IO server with the broadcast and nothing else of the realtime server; closed after the test. */
export async function openBroadcastServer(
  eventsSince: (socket: EventSocket, topic: string, from: number) => Promise<OutgoingEvent[]>,
) {
  const server = createServer()
  const io: EventServer = new Server(server, { serveClient: false, perMessageDeflate: false })
  const clock = manualClock()
  const metrics = createGatewayMetrics().realtime
  const slowSockets = watchSlowSockets({ eventsSince, clock, log, metrics })
  io.on('connection', (socket) => void socket.join(rooms.public))
  const port = await listenOnLoopback(server)
  onTestFinished(() => {
    slowSockets.stop()
    io.engine.close()
    server.close()
    server.closeAllConnections()
  })
  const broadcast = openBroadcast(io, slowSockets, metrics)
  return { io, clock, slowSockets, metrics, port, broadcast }
}

/** A client that reads only when the test does, with its socket on the server. */
export async function joinAs(
  io: EventServer,
  port: number,
): Promise<{ raw: RawSocket; socket: EventSocket }> {
  const connected = new Promise<EventSocket>((resolve) => io.once('connection', resolve))
  const raw = await openRawSocket(port)
  onTestFinished(() => void raw.stream.destroy())
  await joinRaw(raw)
  return { raw, socket: await connected }
}

/** For tests in which no socket misses an event. */
export const noCatchUp = () => Promise.reject(new Error('no socket is expected to catch up'))

/** An event that a test recognises by its version. */
export function configEvent(to: number): OutgoingEvent & { name: 'config:changed' } {
  const registration = { mode: 'open', is_fixed: false } as const
  const config = { testModeEnabled: true, siteOverlayEnabled: false, registration }
  return { name: 'config:changed', event: { topic: 'settings', from: 0, to, config } }
}

export function largeEvent(bytes: number): ServerEvent<'show:changed'> {
  return {
    topic: 'show:1',
    from: 0,
    to: 1,
    show: {
      showid: 1,
      show_id: 1,
      id: 1,
      showdate: '2026-07-04',
      date: '2026-07-04',
      venue: 'ü'.repeat(bytes / 2),
      city: null,
      state: null,
      country: null,
      location: '',
      tour_id: null,
      is_scored: true,
      scored_at: null,
      is_open: false,
      is_cancelled: false,
      locks_at: LOCK,
      closes_at: LOCK,
      time_zone: null,
      starts_local: null,
      starts_at: null,
      utc_offset: null,
      time_source: 'unknown',
      phase: 'final',
      overlay: 'closed',
      notice: null,
      version: 1,
    },
  }
}

/** Reads frames until the test ends; the returned texts grow. */
export function keepReading(raw: RawSocket): string[] {
  const texts: string[] = []
  const readOn = async (): Promise<void> => {
    for (;;) texts.push((await readFrame(raw)).text)
  }
  void readOn()
  return texts
}
