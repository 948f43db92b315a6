import { toastFailure } from '../../ui/toast.ts'
import { t } from '../words/texts.ts'
import { isAccessDenied, serverMessage } from './api.ts'
import { tryAgain } from './request-toasts.ts'

/** For an admin's request: it also fails when the right or the session has ended. */
export function toastAdminFailure(title: string, error: unknown, fallback = tryAgain()): void {
  if (!toastAccessDenied(error)) toastFailure(title, serverMessage(error, fallback))
}

/** Returns whether the request failed because the right or the session has ended. */
export function toastAccessDenied(error: unknown): boolean {
  if (!isAccessDenied(error)) return false
  toastFailure(t('words.unauthorized'), t('words.not-allowed'))
  return true
}
