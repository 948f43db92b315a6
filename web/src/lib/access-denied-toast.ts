import { ERRORS } from '@called-it/shared/contract/errors'
import { toast } from '../ui/toast.ts'
import { isAccessDenied } from './api.ts'

/** Toasts if a request failed because the right or the session has ended; returns whether it did. */
export function toastAccessDenied(error: unknown): boolean {
  if (!isAccessDenied(error)) return false
  toast({ title: 'Unauthorized', description: ERRORS.not_allowed.message, variant: 'destructive' })
  return true
}
