import { once } from 'node:events'
import { createServer } from 'node:http'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { type LiveEvent, rooms } from '@called-it/shared/contract/live'
import { pino } from 'pino'
import { Server } from 'socket.io'
import { onTestFinished } from 'vitest'
import type { Telling } from '../audience.ts'
import { openBroadcast } from '../broadcast.ts'
import type { LiveServer, LiveSocket } from '../live-socket.ts'
import { watchSlowSockets } from '../slow-sockets.ts'
import { manualClock } from './manual-clock.ts'
import { joinRaw, openRawSocket, type RawSocket, readFrame } from './raw-socket.ts'

const log = pino({ enabled: false })

/** A Socket.IO server with the broadcast over it and nothing else of the hub; gone when the test is over. */
export async function openWire(
  retell: (socket: LiveSocket, topic: string, from: number) => Promise<Telling[]>,
) {
  const server = createServer()
  const io: LiveServer = new Server(server, { serveClient: false, perMessageDeflate: false })
  const clock = manualClock()
  const metrics = createGatewayMetrics().hub
  const slowSockets = watchSlowSockets({ retell, clock, log, metrics })
  io.on('connection', (socket) => void socket.join(rooms.public))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    slowSockets.stop()
    io.engine.close()
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const broadcast = openBroadcast(io, slowSockets, metrics)
  return { io, clock, slowSockets, metrics, port: address.port, broadcast }
}

/** A client that reads only when the test does, with the hub's side of it. */
export async function joinAs(io: LiveServer, port: number): Promise<{ raw: RawSocket; socket: LiveSocket }> {
  const connected = new Promise<LiveSocket>((resolve) => io.once('connection', resolve))
  const raw = await openRawSocket(port)
  onTestFinished(() => void raw.stream.destroy())
  await joinRaw(raw)
  return { raw, socket: await connected }
}

/** For tests in which nobody is to miss anything. */
export const neverRetold = () => Promise.reject(new Error('nothing is retold here'))

/** An event that is told apart by its version. */
export function switches(to: number): Telling & { name: 'config:changed' } {
  const config = { testModeEnabled: true, siteOverlayEnabled: false }
  return { name: 'config:changed', event: { topic: 'settings', from: 0, to, config } }
}

/** An event with a text of so many bytes. */
export function largeEvent(bytes: number): LiveEvent<'show:scored'> {
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
      is_open: false,
      locks_at: null,
      closes_at: '2026-07-05T00:00:00.000Z',
      version: 1,
    },
  }
}

/** Reads what comes, to the end of the test; answers with the texts, which grow. */
export function keepReading(raw: RawSocket): string[] {
  const texts: string[] = []
  const readOn = async (): Promise<void> => {
    for (;;) texts.push((await readFrame(raw)).text)
  }
  void readOn()
  return texts
}
