import type { ServerResponse } from 'node:http'
import type { HttpMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Observing } from '@called-it/infra/observability/observed-often'
import { REQUEST_ID_HEADER } from '../http/request-facts.ts'
import type { Encoding, PreparedAnswer } from './prepared-answer.ts'
import { prepareHead, writePreparedHead } from './prepared-head.ts'

export type HotMethod = 'GET' | 'HEAD'

/** One form of an answer, ready to be sent. */
export type AnswerForm = {
  readonly status: 200 | 304
  writeHead(response: ServerResponse, requestId: string): void
  readonly content: string | Buffer | undefined
  /** How long it takes, in seconds. */
  readonly duration: Observing
}

/** An answer in every form in which it can be asked for by a method. */
export type AnswerForms = Readonly<Record<Encoding | 'unchanged', AnswerForm>>

/**
 * Makes all that is the same each time an answer is sent.
 *
 * @param headers of every answer, names and values in turn
 * @param route as the figures call it
 */
export function prepareForms(
  answer: PreparedAnswer,
  {
    method,
    route,
    headers,
    metrics,
  }: {
    method: HotMethod
    route: string
    headers: readonly string[]
    metrics: Pick<HttpMetrics, 'hotDuration'>
  },
): AnswerForms {
  const described = [...headers, 'ETag', answer.etag]
  const durationOf = (status: string) => metrics.hotDuration.series({ route, method, status })

  function whole(asked: Encoding): AnswerForm {
    const encoding = answer.isCompressed && method === 'GET' ? asked : 'identity'
    const { content, length } = answer.bodies[encoding]
    const head = prepareHead([...described, ...describe(encoding)], length)
    return {
      status: 200,
      writeHead: (response, requestId) => writePreparedHead(response, head, requestId),
      content: method === 'GET' ? content : undefined,
      duration: durationOf('2xx'),
    }
  }

  return {
    identity: whole('identity'),
    br: whole('br'),
    gzip: whole('gzip'),
    unchanged: {
      status: 304,
      writeHead: (response, requestId) =>
        response.writeHead(304, [...described, REQUEST_ID_HEADER, requestId]),
      content: undefined,
      duration: durationOf('3xx'),
    },
  }
}

function describe(encoding: Encoding): string[] {
  const lines = ['Content-Type', 'application/json; charset=utf-8']
  return encoding === 'identity' ? lines : ['Content-Encoding', encoding, ...lines]
}
