import { ERRORS } from '@called-it/shared/contract/errors'
import { toastFailure } from '../ui/toast.ts'
import { isAccessDenied, serverMessage } from './api.ts'

export const TRY_AGAIN = 'An error occurred. Please try again.'

export function toastRequestFailure(title: string, error: unknown, fallback = TRY_AGAIN): void {
  toastFailure(title, serverMessage(error, fallback))
}

/** For an admin's request: it also fails when the right or the session has ended. */
export function toastAdminFailure(title: string, error: unknown, fallback?: string): void {
  if (!toastAccessDenied(error)) toastRequestFailure(title, error, fallback)
}

/** Returns whether the request failed because the right or the session has ended. */
export function toastAccessDenied(error: unknown): boolean {
  if (!isAccessDenied(error)) return false
  toastFailure('Unauthorized', ERRORS.not_allowed.message)
  return true
}
