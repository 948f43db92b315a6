import { ERRORS } from '@called-it/shared/contract/errors'
import { toast } from '../ui/toast.ts'
import { isAccessDenied, serverMessage } from './api.ts'

/** Toasts why an admin's request failed: the right or the session has ended, or what the server said. */
export function toastAdminFailure(
  title: string,
  error: unknown,
  fallback = 'An error occurred. Please try again.',
): void {
  if (toastAccessDenied(error)) return
  toast({ title, description: serverMessage(error, fallback), variant: 'destructive' })
}

/** Toasts if a request failed because the right or the session has ended; returns whether it did. */
export function toastAccessDenied(error: unknown): boolean {
  if (!isAccessDenied(error)) return false
  toast({ title: 'Unauthorized', description: ERRORS.not_allowed.message, variant: 'destructive' })
  return true
}
