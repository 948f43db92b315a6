import { operationsEndpoints } from '@called-it/shared/contract/operations'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, requestRun } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toast } from '../../ui/toast.ts'

export function useRetryRun(): UseMutationResult<unknown, Error, number> {
  return useRetry((runId) => requestRun(operationsEndpoints.retryRun, { params: { runId } }), {
    title: 'started again',
    description: 'Its progress is in the list of runs.',
  })
}

export function useRetryDeadJob(): UseMutationResult<unknown, Error, string> {
  return useRetry((deadJobId) => request(operationsEndpoints.retryDeadJob, { params: { deadJobId } }), {
    title: 'retried',
    description: 'A worker picks it up in a moment.',
  })
}

/** Pending until the result is on the page, so that a retry is not offered twice. */
function useRetry<Id>(
  send: (id: Id) => Promise<unknown>,
  success: { title: string; description: string },
): UseMutationResult<unknown, Error, Id> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast(success)
      // Live events bring it too, but a page whose connection is down must not offer the retry again.
      await Promise.all(
        [queryKeys.runs, queryKeys.operations].map((queryKey) =>
          queryClient.refetchQueries({ queryKey, exact: true }),
        ),
      )
    },
    onError: (error) => toastAdminFailure('Retry failed', error, 'Please try again.'),
  })
}
