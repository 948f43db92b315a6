import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the gateway knows of a request, for its log lines: no address, no query, no path that holds a token. */
type RequestFacts = {
  readonly id: string
  /** The name of the call, or what kind of page was asked for. */
  route: string
  userId?: number
}

/** The header that a request's id is answered in, so that a report can be matched with the log. */
export const REQUEST_ID_HEADER = 'X-Request-Id'

const factsOf = new WeakMap<IncomingMessage, RequestFacts>()

/** What a request is called in its answer and in the log. */
export function newRequestId(): string {
  return randomUUID()
}

/** Gives a request its id. One that a client sends is not believed. */
export function nameRequest(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { id } = requestFacts(request)
  response.setHeader(REQUEST_ID_HEADER, id)
  next()
}

/** The facts of a request, which is named here if it was not yet. */
export function requestFacts(request: IncomingMessage): RequestFacts {
  const known = factsOf.get(request)
  if (known) return known
  const facts: RequestFacts = { id: newRequestId(), route: 'unknown' }
  factsOf.set(request, facts)
  return facts
}
