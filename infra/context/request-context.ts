import { AsyncLocalStorage } from 'node:async_hooks'

/** The request and the trace that the running work belongs to. It identifies no person. */
export type RequestContext = {
  readonly requestId: string | null
  /** The parent span as a W3C `traceparent`; null without tracing. */
  readonly traceparent: string | null
}

export const NO_REQUEST_CONTEXT: RequestContext = { requestId: null, traceparent: null }

/**
 * Passed implicitly, because services, queries and log lines between a request and its event have no other use for it.
 * Between processes it travels as data: in an outbox row, a job or a live message.
 */
const storage = new AsyncLocalStorage<RequestContext>()

export function currentRequestContext(): RequestContext {
  return storage.getStore() ?? NO_REQUEST_CONTEXT
}

export function runInRequestContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work)
}

export function requestContextLogFields(): { requestId?: string; traceId?: string } {
  const { requestId, traceparent } = currentRequestContext()
  return {
    ...(requestId !== null && { requestId }),
    ...(traceparent !== null && { traceId: traceparent.split('-')[1] ?? '' }),
  }
}
