import { operationsEndpoints } from '@called-it/shared/contract/operations'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastAccessDenied } from '../../lib/access-denied-toast.ts'
import { request, requestRun, serverMessage } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { toast } from '../../ui/toast.ts'

/** Orders the work of a failed run again; it is under way until the run that was ordered is on the page. */
export function useRetryRun(): UseMutationResult<unknown, Error, number> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (runId: number) => requestRun(operationsEndpoints.retryRun, { params: { runId } }),
    onSuccess: async () => {
      toast({ title: 'ordered again', description: 'Its progress is in the list of runs.' })
      await refetchAll(queryClient)
    },
    onError: tellFailure,
  })
}

/** Has a job tried again that was given up. */
export function useRetryDeadJob(): UseMutationResult<unknown, Error, string> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (deadJobId: string) => request(operationsEndpoints.retryDeadJob, { params: { deadJobId } }),
    onSuccess: async () => {
      toast({ title: 'opened again', description: 'A worker takes it up in a moment.' })
      await refetchAll(queryClient)
    },
    onError: tellFailure,
  })
}

/** The hub tells it too; but a page whose connection is down must not offer again what was just done. */
async function refetchAll(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(
    [queryKeys.runs, queryKeys.operations].map((queryKey) =>
      queryClient.refetchQueries({ queryKey, exact: true }),
    ),
  )
}

function tellFailure(error: Error): void {
  if (toastAccessDenied(error)) return
  toast({
    title: 'Retry failed',
    description: serverMessage(error, 'Please try again.'),
    variant: 'destructive',
  })
}
