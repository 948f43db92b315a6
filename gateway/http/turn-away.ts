import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import { methodLabel } from './access-log.ts'
import { CallError } from './errors.ts'
import { headersSetBy, type SetHeaders } from './headers.ts'
import type { CallKind, LoadGate, Refusal } from './load-gate.ts'
import { newRequestId, REQUEST_ID_HEADER } from './request-facts.ts'

/** What the figures have in the place of a route: which it would have been, nobody has looked. */
const TURNED_AWAY = 'turned away'

/**
 * Turns calls away that the gate does not let pass, in front of everything that costs: the answer is the one that any
 * call gets that is not available, made before. Who is turned away is counted, and has no line in the log. Health,
 * pages and live connections do not come by the gate: they cost less than it would do harm to refuse them. Readiness,
 * which pages ask for too while they wait, is read once however many ask at a time.
 *
 * @param headers the handlers that set the headers of every answer
 */
export function turnAway({
  gate,
  headers,
  metrics,
  otherwise,
}: {
  gate: Pick<LoadGate, 'refuse'>
  headers: readonly SetHeaders[]
  metrics: Pick<HttpMetrics, 'shed' | 'duration'>
  otherwise: RequestListener
}): RequestListener {
  const { status, body } = new CallError('unavailable')
  const content = JSON.stringify(body)
  const everyAnswers = [
    ...headersSetBy(headers),
    ...['Cache-Control', 'no-store'],
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(content))],
  ]

  function send({ method = '' }: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const { reason, retryAfter } = refusal
    const own = ['Retry-After', String(retryAfter), REQUEST_ID_HEADER, newRequestId()]
    response.writeHead(status, [...everyAnswers, ...own])
    response.end(method === 'HEAD' ? undefined : content)
    metrics.shed.inc({ reason })
    metrics.duration.observe({ route: TURNED_AWAY, method: methodLabel(method), status: '5xx' }, 0)
  }

  return (request, response) => {
    const kind = kindOf(request)
    const refusal = kind && gate.refuse(kind)
    if (refusal) send(request, response, refusal)
    else otherwise(request, response)
  }
}

/** What is lost with a request; null where it is no call. */
export function kindOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): CallKind | null {
  const [, api, area] = url.toLowerCase().split('/', 3)
  if (api !== 'api') return null
  if (area === 'admin') return 'admin'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'change'
}
