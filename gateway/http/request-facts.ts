import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** For log lines and metrics, so without address, query and path, which may hold a token. */
type RequestFacts = {
  readonly id: string
  /** The endpoint's name, or the kind of page: `page`, `file`. */
  route: string
  userId?: number
}

/** Sent with every response, so that a bug report can be matched with the log. */
export const REQUEST_ID_HEADER = 'X-Request-Id'

const factsOf = new WeakMap<IncomingMessage, RequestFacts>()

const PROCESS_ID = randomBytes(9).toString('hex')
let requestCount = 0

export function newRequestId(): string {
  requestCount += 1
  return `${PROCESS_ID}-${requestCount}`
}

/** An id that the client sends is ignored. */
export function assignRequestId(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { id } = requestFacts(request)
  response.setHeader(REQUEST_ID_HEADER, id)
  next()
}

export function requestFacts(request: IncomingMessage): RequestFacts {
  const known = factsOf.get(request)
  if (known) return known
  const facts: RequestFacts = { id: newRequestId(), route: 'unknown' }
  factsOf.set(request, facts)
  return facts
}
