import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http'
import { Server } from 'socket.io'
import type { ClientLimits } from '../overload/limits.ts'
import type { Admission } from './admission.ts'
import type { Clock } from './clock.ts'
import type { EventServer } from './event-socket.ts'
import { guardPackets } from './packet-guard.ts'
import { type Connection, cutOff } from './socket-writer.ts'

/** Browsers send only small messages: a request to join, the id of a board. */
const MAX_MESSAGE_BYTES = 8 * 1024
/** Time from opening a connection to joining the namespace. */
const JOIN_TIMEOUT_MS = 10_000
/**
 * Time for a client to return the close frame. `ws` waits 30 s, in which a client that never does holds a
 * descriptor and delays the shutdown of the gateway.
 */
const CLOSE_TIMEOUT_MS = 1_000

export function openSocketServer(
  httpServer: HttpServer,
  { admission, clock, limits }: { admission: Pick<Admission, 'decide'>; clock: Clock; limits: ClientLimits },
): EventServer {
  const io: EventServer = new Server(httpServer, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    allowRequest: admission.decide,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    connectTimeout: JOIN_TIMEOUT_MS,
    pingInterval: limits.pingEveryMs,
    pingTimeout: limits.pongWithinMs,
  })
  io.engine.use(announceClose)
  io.engine.on('connection', (connection: Connection) => {
    guardPackets(connection, clock)
    connection.once('close', () => setTimeout(() => cutOff(connection), CLOSE_TIMEOUT_MS))
  })
  return io
}

/**
 * Engine.IO learns from the request's `close` that a client left during a poll. The HTTP server omits the events of
 * requests without a body, so the response's takes its place.
 */
function announceClose(request: IncomingMessage, response: unknown, next: () => void): void {
  if (response instanceof ServerResponse) {
    response.once('close', () => {
      if (!response.writableFinished) request.emit('close')
    })
  }
  next()
}
