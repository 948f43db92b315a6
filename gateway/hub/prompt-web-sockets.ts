import { type ServerOptions, WebSocketServer } from 'ws'

/** A client answers a farewell within a round trip; one that never does must not hold a descriptor for long. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * The WebSocket server under Socket.IO, which ends a connection that it has closed and that the client has not
 * within a second. `ws` waits 30 s, and whoever breaks the protocol on purpose would hold a connection that long.
 */
export class PromptWebSocketServer extends WebSocketServer {
  constructor(given: ServerOptions) {
    const options: ServerOptions & { closeTimeout: number } = { ...given, closeTimeout: CLOSE_TIMEOUT_MS }
    super(options)
  }
}
