import type { Clock } from './clock.ts'
import type { LiveServer } from './live-socket.ts'
import { type Connection, cutOff } from './wire.ts'

/** A page says a handful of things a minute; who says more than this in a window is not one. */
const MOST_PACKETS = 60
const WINDOW_MS = 10_000

/** Socket.IO's digits of an event and of an acknowledgement with binary attachments. */
const BINARY_PACKET = /^[56]/

/**
 * Closes connections that flood the hub or send binary data, before Socket.IO reads what they say: it would
 * wait for attachments, and answer every request to join with a new socket.
 */
export function guardPackets(io: LiveServer, clock: Clock): void {
  io.engine.on('connection', (connection: Connection) => {
    let windowStart = clock.now()
    let packets = 0
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      if (type !== 'message') return
      if (clock.now() - windowStart >= WINDOW_MS) [windowStart, packets] = [clock.now(), 0]
      packets += 1
      const isBinary = typeof data !== 'string' || BINARY_PACKET.test(data)
      if (isBinary || packets > MOST_PACKETS) cutOff(connection)
    })
  })
}
