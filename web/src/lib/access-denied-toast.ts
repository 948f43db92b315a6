import { ERRORS } from '@called-it/shared/contract/errors'
import { toast } from '../ui/toast.ts'
import { isAccessDenied } from './api.ts'

/**
 * Tells an admin whose right or session has ended that it has.
 *
 * @returns whether that is why the call failed
 */
export function toastAccessDenied(error: unknown): boolean {
  if (!isAccessDenied(error)) return false
  toast({ title: 'Unauthorized', description: ERRORS.not_allowed.message, variant: 'destructive' })
  return true
}
