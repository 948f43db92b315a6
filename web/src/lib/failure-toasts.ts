import { ERRORS } from '@called-it/shared/contract/errors'
import { toastFailure } from '../ui/toast.ts'
import { ApiError, isAccessDenied, serverMessage } from './api.ts'

export const TRY_AGAIN = 'An error occurred. Please try again.'

/** Conflict, too large, wrong type, invalid, too many: here the server's message says what helps. */
const EXPLAINED_STATUS: ReadonlySet<number> = new Set([409, 413, 415, 422, 429])

export function toastRequestFailure(
  title: string,
  error: unknown,
  description = TRY_AGAIN,
  details: Parameters<typeof toastFailure>[2] = {},
): void {
  toastFailure(title, description, { reason: explain(error), ...details })
}

function explain(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !EXPLAINED_STATUS.has(error.status)) return undefined
  return error.serverMessage ?? undefined
}

/** For an admin's request: it also fails when the right or the session has ended. */
export function toastAdminFailure(title: string, error: unknown, fallback = TRY_AGAIN): void {
  if (!toastAccessDenied(error)) toastFailure(title, serverMessage(error, fallback))
}

/** Returns whether the request failed because the right or the session has ended. */
export function toastAccessDenied(error: unknown): boolean {
  if (!isAccessDenied(error)) return false
  toastFailure('Unauthorized', ERRORS.not_allowed.message)
  return true
}
