import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CutReason, HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { ClientBounds } from '../bounds.ts'

/** What Node's parser calls a request that took too long, and one whose headers are too long. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const TOO_LONG = 'HPE_HEADER_OVERFLOW'
/** What begins every other complaint of the parser. */
const UNREADABLE = 'HPE_'

/**
 * Keeps the connections of a server within their bounds, and counts them: how many there are, and which were cut off
 * since their client was too slow, could not be read, did not read, or came when there were too many.
 *
 * The times for a request are the server's own (`headersTimeout`, `requestTimeout`); this is told when they are over.
 */
export function boundConnections(
  server: Server,
  { connections, readingMs }: Pick<ClientBounds, 'connections' | 'readingMs'>,
  metrics: Pick<HttpMetrics, 'connections' | 'cut'>,
): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.maxConnections = connections
  server.setTimeout(readingMs)

  // One listener for all connections, live ones among them.
  const onClose = () => metrics.connections.dec()
  server.on('connection', (socket: Socket) => {
    metrics.connections.inc()
    socket.on('close', onClose)
  })
  server.on('drop', () => metrics.cut.inc({ reason: 'too_many' }))
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answers.set(socket, response)
  })
  server.on('timeout', (socket: Socket) => {
    // Otherwise it waited for its next request, and its end is in order.
    if (socket.writableLength > 0) metrics.cut.inc({ reason: 'not_reading' })
    socket.destroy()
  })
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const complaint = readComplaint(error.code ?? '')
    if (!complaint) return void socket.destroy()
    metrics.cut.inc({ reason: complaint.reason })
    const isSilent = answers.get(socket)?.headersSent !== true || answers.get(socket)?.writableFinished
    // In the middle of an answer it would be taken for a part of that.
    if (isSilent && socket.writable) socket.write(`HTTP/1.1 ${complaint.status}\r\nConnection: close\r\n\r\n`)
    socket.destroySoon()
  })
}

/** Null where nobody complains: the client has gone away. */
function readComplaint(code: string): { reason: CutReason; status: string } | null {
  if (code === TOO_SLOW) return { reason: 'too_slow', status: '408 Request Timeout' }
  if (code === TOO_LONG) return { reason: 'unreadable', status: '431 Request Header Fields Too Large' }
  return code.startsWith(UNREADABLE) ? { reason: 'unreadable', status: '400 Bad Request' } : null
}
