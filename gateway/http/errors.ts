import type { HttpMetrics, ShedReason } from '@called-it/infra/observability/gateway-metrics'
import { isPostgresAway } from '@called-it/infra/postgres/outage'
import { ERRORS, type ErrorBody, type ErrorCode, type Issue } from '@called-it/shared/contract/errors'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { requestFacts } from './request-facts.ts'

/** How long a client is asked to wait where a needed service is away, in seconds. */
const UNAVAILABLE_RETRY_SECONDS = 5

export type CallErrorDetails = {
  /** Replaces the contract's text where the case has a better one. */
  message?: string
  issues?: readonly Issue[]
  /** Seconds until trying again makes sense; sent as Retry-After. */
  retryAfter?: number
  /** Why the call was turned away, where nothing is wrong with it. */
  shed?: ShedReason
}

/**
 * The answer to a call that cannot be carried out: one of the contract's errors. Whoever finds out throws it;
 * the gateway turns it into `{message, code, issues?}` with the status of its code.
 */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly shed: ShedReason | undefined

  constructor(code: ErrorCode, details: CallErrorDetails = {}) {
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

/** Whether a text is the code of one of the contract's errors. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** What a thrown thing answers as; `internal` for everything that nobody foresaw. */
function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  // What Express throws for a path with a broken percent sign.
  if (error instanceof URIError) return new CallError('malformed_path')
  if (isPostgresAway(error)) return new CallError('unavailable')
  return new CallError('internal')
}

/** Why a call was turned away that was nobody's mistake; null where it was not. */
function shedReason(error: unknown, { code, shed }: CallError): ShedReason | null {
  if (shed) return shed
  if (code === 'too_many_requests') return 'rate_limit'
  if (code !== 'unavailable') return null
  return error instanceof CallError ? 'busy' : 'postgres_away'
}

/**
 * The last middleware: every error leaves in the one shape, and the unforeseen ones are logged. A call that was turned
 * away is counted and no more, since there are thousands of them when there are any.
 */
export function answerErrors(log: Logger, { shed }: Pick<HttpMetrics, 'shed'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const callError = toCallError(error)
    const reason = shedReason(error, callError)
    if (reason) shed.inc({ reason })
    if (callError.status >= 500 && !callError.shed) {
      const { id, route, userId } = requestFacts(request)
      log.error({ err: error, request: id, route, user: userId }, 'a call failed')
    }
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    if (callError.retryAfter !== undefined) response.set('Retry-After', String(callError.retryAfter))
    response.status(callError.status).set('Cache-Control', 'no-store').json(callError.body)
  }
}
