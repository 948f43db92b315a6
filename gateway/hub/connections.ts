import type { LiveServer } from './live-socket.ts'
import { type Connection, cutOff } from './wire.ts'

/**
 * A client that does not answer a farewell must not hold up the end of the gateway. One that polls hears it with its next
 * poll, for which Engine.IO waits 30 s; those that have gone would cost as much.
 */
const FAREWELL_MS = 1_000

/** Knows every connection, those that have not joined yet among them, so that all can be closed. */
export function followConnections(io: LiveServer): { close(): Promise<void> } {
  const open = new Map<Connection, Promise<void>>()
  io.engine.on('connection', (connection: Connection) => {
    const { transport } = connection
    if ('closeTimeout' in transport) transport.closeTimeout = FAREWELL_MS
    const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()))
    open.set(
      connection,
      closed.then(() => {
        open.delete(connection)
      }),
    )
  })
  return {
    async close() {
      io.engine.close()
      const timer = setTimeout(() => [...open.keys()].forEach(cutOff), FAREWELL_MS)
      await Promise.all(open.values())
      clearTimeout(timer)
    },
  }
}
