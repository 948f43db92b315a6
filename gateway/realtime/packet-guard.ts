import type { Clock } from './clock.ts'
import { type Connection, cutOff } from './socket-writer.ts'

/** A page sends a handful of packets a minute. */
const MAX_PACKETS = 60
const WINDOW_MS = 10_000

/** The Socket.IO packet types for an event and an acknowledgement with binary attachments. */
const BINARY_PACKET = /^[56]/

/**
 * Closes a connection that floods the server or sends binary data, before Socket.IO parses the packets: it would wait
 * for the attachments, and create a socket for every request to join.
 */
export function guardPackets(connection: Connection, clock: Clock): void {
  let count = 0
  let windowStart = clock.now()

  connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    if (type !== 'message') return
    if (clock.now() - windowStart >= WINDOW_MS) {
      windowStart = clock.now()
      count = 0
    }
    count += 1
    const isBinary = typeof data !== 'string' || BINARY_PACKET.test(data)
    if (isBinary || count > MAX_PACKETS) cutOff(connection)
  })
}
