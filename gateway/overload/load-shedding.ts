import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { HttpMetrics, ShedReason } from '@called-it/infra/observability/gateway-metrics'
import { english } from '@called-it/languages/texts'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { methodLabel } from '../http/access-log.ts'
import { ApiError } from '../http/errors.ts'
import { headersSetBy, type SetHeaders } from '../http/headers.ts'
import { newRequestId, REQUEST_ID_HEADER } from '../http/request-facts.ts'
import { type EventLoopDelay, watchEventLoopDelay } from './event-loop-delay.ts'
import type { LoadLimits } from './limits.ts'
import type { PoolWait } from './pool-wait.ts'

/** `Retry-After` is random from 1 to this, so that clients do not return all at once. */
const MAX_RETRY_SECONDS = 5
/** Stands for the route in the metrics: a request is shed before it is routed. */
const SHED_ROUTE = 'shed'

/** Which requests are shed first: reads, then changes, those of admins last. */
type Priority = keyof LoadLimits['share']

type Shedding = { readonly reason: ShedReason; readonly retryAfter: number }

export type LoadShedder = {
  /** Null where the request may pass. */
  check(priority: Priority): Shedding | null
  /** Runs a request's handler, at most `runningRequests` at once. */
  run<Result>(handler: () => Promise<Result>): Promise<Result>
  stop(): void
}

/**
 * @param eventLoop absent, it is measured
 * @param now in milliseconds
 */
export function openLoadShedder({
  limits,
  pool,
  metrics,
  log,
  eventLoop: given,
  now = () => performance.now(),
}: {
  limits: LoadLimits
  pool: PoolWait
  metrics: Pick<HttpMetrics, 'loopDelay'>
  log: Logger
  eventLoop?: EventLoopDelay
  now?: () => number
}): LoadShedder {
  const requests = pLimit(limits.runningRequests)
  const eventLoop = given ?? watchEventLoopDelay(report)
  let shed = 0
  let firstRequestAt: number | null = null

  function report(): void {
    metrics.loopDelay.set(eventLoop.milliseconds() / 1000)
    if (shed === 0) return
    // One line a window: thousands a second would cost as much as the requests.
    log.warn({ requests: shed, pendingQueries: pool.pendingQueries() }, 'requests were shed')
    shed = 0
  }

  function isWarmingUp(): boolean {
    firstRequestAt ??= now()
    return now() - firstRequestAt < limits.warmUpMs
  }

  function overload(share: number): ShedReason | null {
    if (requests.pendingCount >= limits.pendingRequests * share) return 'requests'
    if (isWarmingUp()) return null
    const isPoolSlow = pool.expectedMs() > limits.poolWaitMs * share
    if (isPoolSlow && pool.pendingQueries() > limits.pendingQueries) return 'postgres_busy'
    return eventLoop.milliseconds() > limits.eventLoopDelayMs * share ? 'event_loop' : null
  }

  return {
    check(priority) {
      const reason = overload(limits.share[priority])
      if (!reason) return null
      shed += 1
      return { reason, retryAfter: 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS) }
    },
    run: (handler) => requests(handler),
    stop: () => eventLoop.stop(),
  }
}

/**
 * Responds with 503 to the requests that the shedder rejects, before anything that costs. They are counted and not
 * logged one by one. Health, pages and sockets always pass: refusing them would do more harm than serving them costs.
 *
 * @param headers the handlers that set the headers of every response
 * @param next receives the other requests
 */
export function shedLoad({
  shedder,
  headers,
  metrics,
  next,
}: {
  shedder: Pick<LoadShedder, 'check'>
  headers: readonly SetHeaders[]
  metrics: Pick<HttpMetrics, 'shed' | 'duration'>
  next: RequestListener
}): RequestListener {
  const unavailable = new ApiError('unavailable')
  // In English, as the proxy's own: to read the language of each request would cost.
  const content = JSON.stringify(unavailable.bodyIn(english))
  const fixedHeaders = [
    ...headersSetBy(headers),
    ...['Cache-Control', 'no-store'],
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(content))],
  ]

  function reject({ method = '' }: IncomingMessage, response: ServerResponse, shedding: Shedding): void {
    const { reason, retryAfter } = shedding
    const ownHeaders = ['Retry-After', String(retryAfter), REQUEST_ID_HEADER, newRequestId()]
    response.writeHead(unavailable.status, [...fixedHeaders, ...ownHeaders])
    response.end(method === 'HEAD' ? undefined : content)
    metrics.shed.inc({ reason })
    metrics.duration.observe({ route: SHED_ROUTE, method: methodLabel(method), status: '5xx' }, 0)
  }

  return (request, response) => {
    const priority = priorityOf(request)
    const shedding = priority && shedder.check(priority)
    if (shedding) reject(request, response, shedding)
    else next(request, response)
  }
}

/** Null where a request is never shed. */
export function priorityOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Priority | null {
  const [, api, area, , part] = url.toLowerCase().split('/', 5)
  if (api !== 'api') return null
  if (area === 'admin') return 'admin'
  if (method === 'GET' || method === 'HEAD') return 'read'
  return area === 'shows' && part === 'live' ? 'admin' : 'change'
}
