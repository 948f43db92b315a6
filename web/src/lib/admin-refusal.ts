import { ERRORS } from '@called-it/shared/contract/errors'
import type { QueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { hasCode } from './api.ts'
import { queryKeys } from './query-keys.ts'

/**
 * Tells an admin whose right or session has ended that it has, and asks anew who is logged in.
 *
 * @returns whether that is why the call failed
 */
export function tellRefusal(queryClient: QueryClient, error: unknown): boolean {
  if (!hasCode(error, 'not_allowed') && !hasCode(error, 'not_logged_in')) return false
  toast({ title: 'Unauthorized', description: ERRORS.not_allowed.message, variant: 'destructive' })
  void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
  return true
}
