import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import { endpoints } from '@called-it/shared/contract/endpoints'
import type { Logger } from 'pino'
import { headersSetBy, type SetHeaders } from '../http/headers.ts'
import { MOST_HEADERS } from '../http/paths.ts'
import { newRequestId } from '../http/request-facts.ts'
import { cacheControl } from '../http/router.ts'
import { type AnswerForms, type HotMethod, prepareForms } from './answer-forms.ts'
import type { Encoding, PreparedAnswer } from './prepared-answer.ts'
import type { HotEntry, HotStore } from './store.ts'

/**
 * Answers hot reads from the store, in front of everything else: the same bytes and headers as the call's own
 * route, at the cost of a bare HTTP server. What is asked for in any other way than browsers do, and what cannot
 * be read, goes to `otherwise`, which knows every case.
 *
 * @param headers the handlers that set the headers of every answer
 */
export function answerHotReads({
  store,
  headers,
  metrics,
  log,
  otherwise,
}: {
  store: HotStore
  headers: readonly SetHeaders[]
  metrics: HttpMetrics
  log: Logger
  otherwise: RequestListener
}): RequestListener {
  const everyAnswers = [
    ...headersSetBy(headers),
    ...['Cache-Control', cacheControl({ method: 'GET', access: 'visitor' })],
    ...['Vary', 'Accept-Encoding'],
  ]

  const readyFor = new WeakMap<HotEntry, Ready>()

  function readyOf(entry: HotEntry, answer: PreparedAnswer): Ready {
    const known = readyFor.get(entry)
    if (known?.answer === answer) return known
    const given = { route: endpoints[entry.call].path, headers: everyAnswers, metrics }
    const ready = {
      answer,
      GET: prepareForms(answer, { ...given, method: 'GET' }),
      HEAD: prepareForms(answer, { ...given, method: 'HEAD' }),
    }
    readyFor.set(entry, ready)
    return ready
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { entry, method, encoding, startedAt }: Asked,
    answer: PreparedAnswer,
  ): void {
    const isUnchanged = request.headers['if-none-match'] === answer.etag
    const form = readyOf(entry, answer)[method][isUnchanged ? 'unchanged' : encoding]
    const id = newRequestId()
    form.writeHead(response, id)
    response.end(form.content)
    const ms = performance.now() - startedAt
    form.duration.observe(ms / 1000)
    if (log.isLevelEnabled('debug')) {
      const { status } = form
      log.debug({ request: id, route: entry.call, method, status, ms: Math.round(ms) }, 'answered')
    }
  }

  return (request, response) => {
    const asked = readAsked(request, store)
    if (!asked) return otherwise(request, response)
    const kept = asked.entry.kept()
    if (kept) return send(request, response, asked, kept)
    metrics.inFlight.inc()
    asked.entry
      .renew()
      .finally(() => metrics.inFlight.dec())
      .then(
        (answer) => send(request, response, asked, answer),
        () => otherwise(request, response),
      )
  }
}

type Ready = { readonly answer: PreparedAnswer } & Readonly<Record<HotMethod, AnswerForms>>

type Asked = {
  readonly entry: HotEntry
  readonly method: HotMethod
  readonly encoding: Encoding
  readonly startedAt: number
}

/** Null where a request is no hot read, or asks for one in a way that needs thought. */
function readAsked(request: IncomingMessage, store: HotStore): Asked | null {
  const startedAt = performance.now()
  const { method, url = '', headers, rawHeaders } = request
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/api/')) return null
  const entry = store.find(url)
  const encoding = encodingFor(headers['accept-encoding'])
  if (!entry || encoding === null || rawHeaders.length > 2 * MOST_HEADERS) return null
  if (!isPlainTag(headers['if-none-match']) || headers['cache-control']?.includes('no-')) return null
  return { entry, method, encoding, startedAt }
}

/** The best of what a client takes; null where it weighs them, which takes more than a look. */
function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return 'identity'
  if (accepted.includes(';') || accepted.includes('*')) return null
  const names = accepted.split(',').map((name) => name.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether a browser named one answer that it has, or none: not a list, and not just any. */
function isPlainTag(tag: string | undefined): boolean {
  return tag === undefined || (tag.startsWith('W/"') && !tag.includes(','))
}
