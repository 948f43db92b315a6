import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import { type EndpointName, endpoints } from '@called-it/shared/contract/endpoints'
import type { Logger } from 'pino'
import { requestFacts } from './request-facts.ts'

/**
 * Writes a line for every answer: which call it was, its status and how long it took. A path may hold a token
 * and a query an address, so neither is written.
 */
export function logAnswers(log: Logger) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = performance.now()
    response.once('close', () => {
      const { id, route } = requestFacts(request)
      log.info(
        {
          request: id,
          route,
          method: request.method,
          status: response.statusCode,
          ms: Math.round(performance.now() - startedAt),
          // The client went away before it had the whole answer.
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'answered',
      )
    })
    next()
  }
}

/** Methods that have a series of their own; a client can send any other as often as it likes. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

/** What the figures call a method. */
export function methodLabel(method: string): string {
  return METHODS.has(method) ? method : 'other'
}

/** Counts every answer and how long it took, by the template of its route: never by a path, of which there are too many. */
export function measureAnswers({ duration, inFlight }: HttpMetrics) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = performance.now()
    inFlight.inc()
    response.once('close', () => {
      inFlight.dec()
      const { method = '' } = request
      duration.observe(
        {
          route: routeTemplate(requestFacts(request).route),
          method: methodLabel(method),
          status: `${Math.floor(response.statusCode / 100)}xx`,
        },
        (performance.now() - startedAt) / 1000,
      )
    })
    next()
  }
}

/** The path that a call has in the contract; what is no call has a name instead, `page` or `file`. */
function routeTemplate(route: string): string {
  return isEndpointName(route) ? endpoints[route].path : route
}

function isEndpointName(route: string): route is EndpointName {
  return Object.hasOwn(endpoints, route)
}
