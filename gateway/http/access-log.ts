import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import { type EndpointName, endpoints } from '@called-it/shared/contract/endpoints'
import type { Logger } from 'pino'
import { requestFacts } from './request-facts.ts'

/** Logs and measures every response. Paths may hold tokens and queries mail addresses, so neither is written. */
export function observeRequests(log: Logger, metrics: Pick<HttpMetrics, 'duration' | 'inFlight'>) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = performance.now()
    metrics.inFlight.inc()
    response.once('close', () => {
      metrics.inFlight.dec()
      const { id: requestId, route } = requestFacts(request)
      const { method = '' } = request
      const { statusCode: status, writableFinished } = response
      const durationMs = performance.now() - startedAt
      const facts = { route, method, status, durationMs }
      metrics.duration.observe(durationLabels(facts), durationMs / 1000)
      // Aborted: the client disconnected before the end of the response.
      const aborted = writableFinished ? {} : { aborted: true }
      log.info({ requestId, ...facts, ...aborted, durationMs: Math.round(durationMs) }, 'request completed')
    })
    next()
  }
}

export function durationLabels({ route, method, status }: { route: string; method: string; status: number }) {
  return { route: routeTemplate(route), method: methodLabel(method), status: `${Math.floor(status / 100)}xx` }
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
