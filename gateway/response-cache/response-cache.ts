import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { EndpointName } from '@called-it/shared/contract/endpoints'
import type { Logger } from 'pino'
import { durationLabels } from '../http/access-log.ts'
import { MAX_HEADERS } from '../http/paths.ts'
import { newRequestId, REQUEST_ID_HEADER } from '../http/request-facts.ts'
import type { CachedResponse, CachedResponses, EncodedResponse, Encoding } from './cached-responses.ts'

/**
 * Serves cached responses in front of Express, with the bytes and headers of the endpoint's own route. Requests that
 * need content negotiation beyond what browsers send, and endpoints whose read fails, go to `next`.
 */
export function createResponseCache({
  responses,
  metrics,
  log,
  next,
}: {
  responses: Pick<CachedResponses, 'find'>
  metrics: Pick<HttpMetrics, 'duration' | 'inFlight'>
  log: Logger
  next: RequestListener
}): RequestListener {
  const durations = { 200: new Map<EndpointName, AddDuration>(), 304: new Map<EndpointName, AddDuration>() }

  function observeDuration({ route, method, status, durationMs }: Facts): void {
    let add = method === 'GET' ? durations[status].get(route) : undefined
    if (add === undefined) {
      add = metrics.duration.seriesOf(durationLabels({ route, method, status }))
      if (method === 'GET') durations[status].set(route, add)
    }
    add(durationMs / 1000)
  }

  function send(request: CacheableRequest, response: ServerResponse, encoded: EncodedResponse): void {
    const { method, encoding, startedAt, cached } = request
    const status: Facts['status'] = request.ifNoneMatch === encoded.etag ? 304 : 200
    const { headers, body } =
      status === 304 ? encoded.notModified : encoded.variants[method === 'GET' ? encoding : 'identity']
    const requestId = newRequestId()
    response.writeHead(status, [...headers, REQUEST_ID_HEADER, requestId])
    response.end(method === 'GET' ? body : undefined, 'latin1')
    const facts = { route: cached.endpoint, method, status, durationMs: performance.now() - startedAt }
    observeDuration(facts)
    if (log.isLevelEnabled('debug')) log.debug({ requestId, ...facts }, 'request completed')
  }

  return (incoming, response) => {
    const request = readCacheableRequest(incoming, responses)
    if (!request) return next(incoming, response)
    const fresh = request.cached.fresh()
    if (fresh) return send(request, response, fresh)
    metrics.inFlight.inc()
    request.cached
      .refresh()
      .finally(() => metrics.inFlight.dec())
      .then(
        (encoded) => send(request, response, encoded),
        () => next(incoming, response),
      )
  }
}

type AddDuration = (seconds: number) => void

type Facts = {
  readonly route: EndpointName
  readonly method: 'GET' | 'HEAD'
  readonly status: 200 | 304
  readonly durationMs: number
}

type CacheableRequest = {
  readonly cached: CachedResponse
  readonly method: 'GET' | 'HEAD'
  readonly encoding: Encoding
  readonly ifNoneMatch: string | undefined
  readonly startedAt: number
}

function readCacheableRequest(
  { method, url = '', headers, rawHeaders }: IncomingMessage,
  responses: Pick<CachedResponses, 'find'>,
): CacheableRequest | null {
  const startedAt = performance.now()
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/api/')) return null
  const cached = responses.find(url)
  const encoding = preferredEncoding(headers['accept-encoding'])
  const ifNoneMatch = headers['if-none-match']
  // Keys are counted by Express.
  if (headers.authorization !== undefined) return null
  if (!cached || encoding === null || rawHeaders.length > 2 * MAX_HEADERS) return null
  if (!isSingleWeakEtag(ifNoneMatch) || headers['cache-control']?.includes('no-')) return null
  return { cached, method, encoding, ifNoneMatch, startedAt }
}

/** Null for quality values and wildcards, which Express negotiates. */
function preferredEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return 'identity'
  if (accepted.includes(';') || accepted.includes('*')) return null
  const names = accepted.split(',').map((name) => name.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}

function isSingleWeakEtag(ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch === undefined || (ifNoneMatch.startsWith('W/"') && !ifNoneMatch.includes(','))
}
