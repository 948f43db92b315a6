import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http'
import { Server } from 'socket.io'
import type { ClientLimits } from '../overload/limits.ts'
import type { Admission } from './admission.ts'
import type { Clock } from './clock.ts'
import type { EventServer } from './event-socket.ts'
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

/** A page sends a handful of packets a minute. */
const MAX_PACKETS = 60
const WINDOW_MS = 10_000

/** The Socket.IO packet types for an event and an acknowledgement with binary attachments. */
const BINARY_PACKET = /^[56]/

/**
 * Closes a connection that floods the server or sends binary data, before Socket.IO parses the packets: it would wait
 * for the attachments, and create a socket for every request to join.
 */
function guardPackets(connection: Connection, clock: Clock): void {
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
