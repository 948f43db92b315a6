import { operationsEndpoints } from '@called-it/shared/contract/operations'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastAdminFailure } from '../../lib/admin-failure-toast.ts'
import { request, requestRun } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { toast } from '../../ui/toast.ts'

/** Requests a failed run again. Pending until the new run is on the page. */
export function useRetryRun(): UseMutationResult<unknown, Error, number> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (runId: number) => requestRun(operationsEndpoints.retryRun, { params: { runId } }),
    onSuccess: async () => {
      toast({ title: 'ordered again', description: 'Its progress is in the list of runs.' })
      await refetchAll(queryClient)
    },
    onError: toastRetryFailure,
  })
}

export function useRetryDeadJob(): UseMutationResult<unknown, Error, string> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (deadJobId: string) => request(operationsEndpoints.retryDeadJob, { params: { deadJobId } }),
    onSuccess: async () => {
      toast({ title: 'opened again', description: 'A worker takes it up in a moment.' })
      await refetchAll(queryClient)
    },
    onError: toastRetryFailure,
  })
}

/** Live events bring it too, but a page whose connection is down must not offer the retry again. */
async function refetchAll(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(
    [queryKeys.runs, queryKeys.operations].map((queryKey) =>
      queryClient.refetchQueries({ queryKey, exact: true }),
    ),
  )
}

function toastRetryFailure(error: Error): void {
  toastAdminFailure('Retry failed', error, 'Please try again.')
}
