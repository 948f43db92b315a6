import type { HttpMetrics, ShedReason } from '@called-it/infra/observability/gateway-metrics'
import { isOutOfRoom, isPostgresAway } from '@called-it/infra/postgres/outage'
import { english } from '@called-it/languages/texts'
import type { ErrorBody, Issue } from '@called-it/shared/contract/error-body'
import { ERRORS, type ErrorCode } from '@called-it/shared/contract/errors'
import { sayIssue } from '@called-it/shared/languages/said'
import type { PlainId, Translate, Worded } from '@called-it/shared/languages/translate'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { requestFacts } from './request-facts.ts'
import { textsFor, VARIES_BY_LANGUAGE } from './request-language.ts'

/** Retry-After while Postgres or Redis is unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 5

type ApiErrorDetails = {
  /** Replaces the contract's text. */
  text?: Worded
  /** With messages that are `said`. */
  issues?: readonly Issue[]
  /** Sent as Retry-After, in seconds. */
  retryAfter?: number
  /** Set when a valid request is shed. */
  shed?: ShedReason
}

/**
 * One of the contract's errors. Thrown anywhere, it is sent as `{message, code, issues?}` with the status of its code, in
 * the language of the request; its own message is for logs.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly text: PlainId | Worded
  readonly issues: readonly Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly shed: ShedReason | undefined

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    const text = details.text ?? ERRORS[code].text
    super(english(text))
    this.code = code
    this.text = text
    this.issues = details.issues
    this.shed = details.shed
    this.retryAfter = details.retryAfter ?? (code === 'unavailable' ? UNAVAILABLE_RETRY_SECONDS : undefined)
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  bodyIn(t: Translate): ErrorBody {
    const issues = this.issues?.map(({ path, message }) => ({ path, message: sayIssue(t, message) }))
    return { message: t(this.text), code: this.code, ...(issues && { issues }) }
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  // Express throws it for a path with invalid percent encoding.
  if (error instanceof URIError) return new ApiError('malformed_path')
  if (isPostgresAway(error) || isOutOfRoom(error)) return new ApiError('unavailable')
  return new ApiError('internal')
}

function shedReason(error: unknown, { code, shed }: ApiError): ShedReason | null {
  if (shed) return shed
  if (code === 'too_many_requests') return 'rate_limit'
  if (code !== 'unavailable') return null
  return error instanceof ApiError ? 'busy' : 'postgres_unavailable'
}

/** Sends every error in one shape and logs the 5xx ones. Shed requests are only counted: they come by the thousand. */
export function sendErrors(log: Logger, { shed }: Pick<HttpMetrics, 'shed'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const apiError = toApiError(error)
    const reason = shedReason(error, apiError)
    if (reason) shed.inc({ reason })
    if (apiError.status >= 500 && !apiError.shed) {
      const { id, route, userId } = requestFacts(request)
      log.error({ err: error, requestId: id, route, userId }, 'request failed')
    }
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    if (apiError.retryAfter !== undefined) response.set('Retry-After', String(apiError.retryAfter))
    response
      .status(apiError.status)
      .set('Cache-Control', 'no-store')
      .vary(VARIES_BY_LANGUAGE)
      .json(apiError.bodyIn(textsFor(request)))
  }
}
