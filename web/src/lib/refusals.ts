import { ERRORS } from '@called-it/shared/contract/errors'
import { toast } from '../ui/toast.ts'
import { ApiError } from './api.ts'

/** Says that the right to an admin's action is missing; false, and silent, where the failure is another one. */
export function tellRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return false
  toast({ title: 'Unauthorized', description: ERRORS.not_allowed.message, variant: 'destructive' })
  return true
}
