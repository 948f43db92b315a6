import type { LiveServer } from './live-socket.ts'
import { type Connection, cutOff } from './wire.ts'

/** A client that does not answer a farewell must not hold up the end of the gateway. */
const FAREWELL_MS = 1_000

/** Knows every connection, those that have not joined yet among them, so that all can be closed. */
export function followConnections(io: LiveServer): { close(): Promise<void> } {
  const open = new Set<Connection>()
  const allClosed = Promise.withResolvers<void>()
  let isClosing = false

  // One listener for all connections: a closure for each would be memory that every fan costs.
  function onClose(this: Connection): void {
    open.delete(this)
    if (isClosing && open.size === 0) allClosed.resolve()
  }

  io.engine.on('connection', (connection: Connection) => {
    open.add(connection)
    connection.on('close', onClose)
  })
  return {
    async close() {
      isClosing = true
      io.engine.close()
      if (open.size === 0) return
      const timer = setTimeout(() => open.forEach(cutOff), FAREWELL_MS)
      await allClosed.promise
      clearTimeout(timer)
    },
  }
}
