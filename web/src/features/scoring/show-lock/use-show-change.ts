import type { Show } from '@called-it/shared/contract/shows'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { type ToastContent, toast } from '../../../ui/toast.ts'

type Outcome = { done: (show: Show) => ToastContent; failed: string }

/** After a failure too, the page shows the server's state: the lock may have passed, or another admin was faster. */
export function useShowChange(showId: number, { done, failed }: Outcome) {
  const queryClient = useQueryClient()
  const changing = useMutation({
    mutationFn: (send: () => Promise<Show>) => send(),
    onSuccess: (show) => toast(done(show)),
    onError: (error) => toastAdminFailure(failed, error),
    onSettled: () => queryClient.refetchQueries({ queryKey: queryKeys.adminShow(showId), exact: true }),
  })
  return { change: useOneAtATime(changing.mutate), isChanging: changing.isPending }
}
