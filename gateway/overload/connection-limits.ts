import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { CutReason, HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { ClientLimits } from './limits.ts'
import { isLongRequest } from './long-requests.ts'
import type { OpenConnections } from './open-connections.ts'

/** Node ignores further headers; `refuseInvalidRequests` has the limit that clients meet. */
const MAX_HEADERS = 200
const MAX_HEADER_BYTES = 16 * 1024
const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Creates an HTTP server that limits its connections, and counts them and those that it cuts off. */
export function createLimitedServer(
  listener: RequestListener,
  limits: ClientLimits,
  metrics: Pick<HttpMetrics, 'connections' | 'cut'>,
): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Saves 6% of the CPU time of a cached response. Requests without a body emit no events, not even `close`.
      optimizeEmptyRequests: true,
    },
    listener,
  )
  server.maxHeadersCount = MAX_HEADERS
  server.maxConnections = limits.connections
  server.setTimeout(limits.readingMs)

  // One listener for all connections, of which there may be 20,000.
  const onClose = () => metrics.connections.dec()
  server.on('connection', (socket: Socket) => {
    metrics.connections.inc()
    socket.on('close', onClose)
  })
  server.on('drop', () => metrics.cut.inc({ reason: 'too_many' }))
  server.on('timeout', (socket: Socket) => {
    // Without bytes to send the connection was only idle.
    if (socket.writableLength > 0) metrics.cut.inc({ reason: 'not_reading' })
    socket.destroy()
  })
  return server
}

/** Responds to requests that Node's parser or time limits reject, and counts them. */
export function rejectInvalidRequests(
  server: Server,
  connections: OpenConnections,
  metrics: Pick<HttpMetrics, 'cut'>,
): void {
  // Node sends the same statuses by itself, but then nothing could count them.
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // Node reports it once a request.
    if (error.code === REQUEST_TIMEOUT && isLongRequest(socket)) return
    const rejection = rejectionOf(error.code ?? '')
    if (!rejection) return void socket.destroy()
    metrics.cut.inc({ reason: rejection.reason })
    const response = connections.lastResponse(socket)
    // In the middle of a response the client would read it as a part of that.
    const isBetweenResponses = response?.headersSent !== true || response.writableFinished
    if (isBetweenResponses && socket.writable) {
      socket.write(`HTTP/1.1 ${rejection.status}\r\nConnection: close\r\n\r\n`)
    }
    socket.destroySoon()
  })
}

/** Null for errors that are not the client's, such as a closed connection. */
function rejectionOf(code: string): { reason: CutReason; status: string } | null {
  if (code === REQUEST_TIMEOUT) return { reason: 'too_slow', status: '408 Request Timeout' }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { reason: 'unreadable', status: '431 Request Header Fields Too Large' }
  }
  return code.startsWith('HPE_') ? { reason: 'unreadable', status: '400 Bad Request' } : null
}
