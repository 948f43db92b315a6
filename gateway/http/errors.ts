import type { HttpMetrics, ShedReason } from '@called-it/infra/observability/gateway-metrics'
import { isPostgresAway } from '@called-it/infra/postgres/outage'
import { ERRORS, type ErrorBody, type ErrorCode, type Issue } from '@called-it/shared/contract/errors'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { requestFacts } from './request-facts.ts'

/** Retry-After while Postgres or Redis is unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 5

type RequestErrorDetails = {
  /** Replaces the contract's message. */
  message?: string
  issues?: readonly Issue[]
  /** Sent as Retry-After, in seconds. */
  retryAfter?: number
  /** Set when a valid request is shed. */
  shed?: ShedReason
}

/** One of the contract's errors. Thrown anywhere, it is sent as `{message, code, issues?}` with the status of its code. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly shed: ShedReason | undefined

  constructor(code: ErrorCode, details: RequestErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message)
    this.code = code
    this.issues = details.issues
    this.shed = details.shed
    this.retryAfter = details.retryAfter ?? (code === 'unavailable' ? UNAVAILABLE_RETRY_SECONDS : undefined)
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  get body(): ErrorBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.issues ? { issues: [...this.issues] } : {}),
    }
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  // Express throws it for a path with invalid percent encoding.
  if (error instanceof URIError) return new RequestError('malformed_path')
  if (isPostgresAway(error)) return new RequestError('unavailable')
  return new RequestError('internal')
}

/** Null for errors that are not load shedding. */
function shedReason(error: unknown, { code, shed }: RequestError): ShedReason | null {
  if (shed) return shed
  if (code === 'too_many_requests') return 'rate_limit'
  if (code !== 'unavailable') return null
  return error instanceof RequestError ? 'busy' : 'postgres_unavailable'
}

/** Sends every error in one shape and logs the 5xx ones. Shed requests are only counted: they come by the thousand. */
export function sendErrors(log: Logger, { shed }: Pick<HttpMetrics, 'shed'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const requestError = toRequestError(error)
    const reason = shedReason(error, requestError)
    if (reason) shed.inc({ reason })
    if (requestError.status >= 500 && !requestError.shed) {
      const { id, route, userId } = requestFacts(request)
      log.error({ err: error, requestId: id, route, userId }, 'request failed')
    }
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    if (requestError.retryAfter !== undefined) response.set('Retry-After', String(requestError.retryAfter))
    response.status(requestError.status).set('Cache-Control', 'no-store').json(requestError.body)
  }
}
