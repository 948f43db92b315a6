import type { IncomingMessage, ServerResponse } from 'node:http'
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
