import type { EventEmitter } from 'node:events'
import type { Clock } from './clock.ts'
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
export function guardPackets(engine: EventEmitter, clock: Clock): void {
  // Counted for those alone who speak in a window, which few do: what every connection keeps is paid per fan.
  let packets = new WeakMap<Connection, number>()
  let windowStart = clock.now()

  function onPacket(this: Connection, { type, data }: { type: string; data?: unknown }): void {
    if (type !== 'message') return
    if (clock.now() - windowStart >= WINDOW_MS) {
      windowStart = clock.now()
      packets = new WeakMap()
    }
    const said = (packets.get(this) ?? 0) + 1
    packets.set(this, said)
    const isBinary = typeof data !== 'string' || BINARY_PACKET.test(data)
    if (isBinary || said > MOST_PACKETS) cutOff(this)
  }

  engine.on('connection', (connection: Connection) => void connection.on('packet', onPacket))
}
