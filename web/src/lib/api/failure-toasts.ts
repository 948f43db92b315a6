import { ERRORS } from '@called-it/shared/contract/errors'
import { toastFailure } from '../../ui/toast.ts'
import { isAccessDenied, serverMessage } from './api.ts'
import { TRY_AGAIN } from './request-toasts.ts'

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
