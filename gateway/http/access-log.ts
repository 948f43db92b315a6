import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import { type EndpointName, endpoints } from '@called-it/shared/contract/endpoints'
import type { Logger } from 'pino'
import { requestFacts } from './request-facts.ts'

/** Logs every response. Paths may hold tokens and queries mail addresses, so neither is written. */
export function logRequests(log: Logger) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = performance.now()
    response.once('close', () => {
      const { id, route } = requestFacts(request)
      log.info(
        {
          requestId: id,
          route,
          method: request.method,
          status: response.statusCode,
          durationMs: Math.round(performance.now() - startedAt),
          // The client disconnected before the end of the response.
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request completed',
      )
    })
    next()
  }
}

export function measureRequests(metrics: Pick<HttpMetrics, 'duration' | 'inFlight'>) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = performance.now()
    metrics.inFlight.inc()
    response.once('close', () => {
      metrics.inFlight.dec()
      const { route } = requestFacts(request)
      const { method = '' } = request
      observeDuration(metrics, { route, method, status: response.statusCode, startedAt })
    })
    next()
  }
}

/** @param startedAt by `performance.now()` */
export function observeDuration(
  { duration }: Pick<HttpMetrics, 'duration'>,
  { route, method, status, startedAt }: { route: string; method: string; status: number; startedAt: number },
): void {
  duration.observe(
    { route: routeTemplate(route), method: methodLabel(method), status: `${Math.floor(status / 100)}xx` },
    (performance.now() - startedAt) / 1000,
  )
}

/** Clients can send any number of other methods, and each label value is a series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

export function methodLabel(method: string): string {
  return METHODS.has(method) ? method : 'other'
}

/** The path template of an endpoint; other routes, such as `page` and `file`, are their own label. */
function routeTemplate(route: string): string {
  return isEndpointName(route) ? endpoints[route].path : route
}

function isEndpointName(route: string): route is EndpointName {
  return Object.hasOwn(endpoints, route)
}
