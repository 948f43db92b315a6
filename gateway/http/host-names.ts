import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { isLoopback } from '@called-it/infra/config/derived-settings'
import { english } from '@called-it/languages/texts'
import { READINESS_PATH } from '@called-it/shared/contract/served-page'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from './errors.ts'
import type { SetHeaders } from './headers.ts'
import { LIVENESS_PATH } from './health.ts'

/** Probes come by the address of a container. */
const ANY_HOST = new Set([LIVENESS_PATH, READINESS_PATH])

/** Node reads the first of two, or both as a list; a proxy may have read the other one. */
const SINGLE = new Set(['host', 'origin', 'sec-fetch-site', 'authorization', 'content-type'])

type IsOwnHost = (host: string | undefined) => boolean

/**
 * Whether a Host header names this site. Another site whose name resolves to our address would otherwise read our
 * responses as its own.
 */
export function ownHosts({
  publicUrl,
  hasPublicUrl,
  host: listensOn,
  isProduction,
}: Pick<GatewayConfig, 'publicUrl' | 'hasPublicUrl' | 'host' | 'isProduction'>): IsOwnHost {
  const acceptsLoopback = isLoopback(listensOn)
  // The first admin says it, and comes by any. On a developer's machine nobody else has to.
  if (!hasPublicUrl && (isProduction || !acceptsLoopback)) return () => true
  const { host: publicHost, hostname: publicName } = new URL(publicUrl)
  // Nearly every request has the host of the one before it.
  let lastAccepted = publicHost
  return (host = '') => {
    if (host === lastAccepted) return true
    const name = /^(\[[\da-f:.]+\]|[^:]+)(?::\d*)?$/i.exec(host)?.[1]?.toLowerCase()
    const isOwn = name !== undefined && (name === publicName || (acceptsLoopback && isLoopback(name)))
    if (isOwn) lastAccepted = host
    return isOwn
  }
}

/** By the raw list: `headersDistinct` makes an array for each header of each request. */
function hasRepeatedHeader({ rawHeaders }: IncomingMessage): boolean {
  const seen: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (!SINGLE.has(name)) continue
    if (seen.includes(name)) return true
    seen.push(name)
  }
  return false
}

/**
 * Responds with 421 to requests and upgrades for other hosts, and with 400 to those with two of a header of {@link
 * SINGLE}, before every listener that the server has by now.
 *
 * @param headers the handlers that set the headers of every response
 */
export function refuseForeignHosts(
  server: Server,
  isOwnHost: IsOwnHost,
  headers: readonly SetHeaders[],
): void {
  const misdirected = new ApiError('misdirected')
  const malformed = new ApiError('malformed')

  const isMisdirected = ({ headers: { host }, url = '' }: IncomingMessage) =>
    !isOwnHost(host) && !ANY_HOST.has(url.split('?', 1)[0] ?? '')

  function refuse(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
    for (const setHeaders of headers) setHeaders(request, response, () => undefined)
    response.writeHead(error.status, {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
    })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(error.bodyIn(english)))
  }

  /** From an upgrade on, Node neither handles the connection's errors nor closes it. */
  function refuseUpgrade(connection: Duplex, { status }: ApiError): void {
    connection.on('error', () => connection.destroy())
    connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, () =>
      connection.destroy(),
    )
  }

  for (const event of ['request', 'upgrade'] as const) {
    const listeners = server.listeners(event)
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, target: ServerResponse | Duplex, head?: Buffer) => {
      const error = hasRepeatedHeader(request) ? malformed : isMisdirected(request) ? misdirected : null
      if (error === null) {
        for (const listener of listeners) Reflect.apply(listener, server, [request, target, head])
      } else if (target instanceof ServerResponse) refuse(request, target, error)
      else refuseUpgrade(target, error)
    })
  }
}
