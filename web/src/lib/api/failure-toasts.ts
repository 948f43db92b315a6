import { toastFailure } from '../../ui/toast.ts'
import { t } from '../words/texts.ts'
import { hasCode, isAccessDenied, serverMessage } from './api.ts'
import { NotConfirmed } from './reauthentication.ts'
import { tryAgain } from './request-toasts.ts'

/** For an admin's request: it also fails when the right or the session has ended. */
export function toastAdminFailure(title: string, error: unknown, fallback = tryAgain()): void {
  if (error instanceof NotConfirmed || toastAccessDenied(error)) return
  toastFailure(title, serverMessage(error, fallback))
}

/** Returns whether the request failed because the right or the session has ended. */
export function toastAccessDenied(error: unknown): boolean {
  if (!isAccessDenied(error)) return false
  const notAllowed = t('words.not-allowed')
  const why = hasCode(error, 'rights_rest') ? serverMessage(error, notAllowed) : notAllowed
  toastFailure(t('words.unauthorized'), why)
  return true
}
