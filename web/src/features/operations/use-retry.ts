import { operationsEndpoints } from '@called-it/shared/contract/operations'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, requestRun } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { t } from '../../lib/words/texts.ts'
import { toast } from '../../ui/toast.ts'

export function useRetryRun(): UseMutationResult<unknown, Error, number> {
  return useRetry((runId) => requestRun(operationsEndpoints.retryRun, { params: { runId } }), {
    title: t('system.again'),
    description: t('system.again-where'),
  })
}

export function useRetryDeadJob(): UseMutationResult<unknown, Error, string> {
  return useRetry((deadJobId) => request(operationsEndpoints.retryDeadJob, { params: { deadJobId } }), {
    title: t('system.retried'),
    description: t('system.retried-soon'),
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
    onError: (error) => toastAdminFailure(t('system.retry-failed'), error, t('system.try-again')),
  })
}
