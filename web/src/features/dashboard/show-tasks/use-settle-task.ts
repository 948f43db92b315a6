import { type ShowTask, showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'

type VenueChoice = { time_zone: string } | { early_starts_local: string }

/** The choice is kept for the venue: its next shows need no task. */
export function useSettleTask({ venue, city, state, country }: ShowTask) {
  const queryClient = useQueryClient()
  const settling = useMutation({
    mutationFn: (choice: VenueChoice) =>
      request(showLockEndpoints.chooseVenueTimes, { body: { venue, city, state, country, ...choice } }),
    onSuccess: ({ shows }) => {
      toast({
        title: t('admin.venue-saved'),
        description: t('admin.venue-counts', { count: shows.length, venue }),
      })
    },
    onError: (error) => toastAdminFailure(t('admin.venue-failed'), error),
    onSettled: () => queryClient.refetchQueries({ queryKey: queryKeys.adminShowTasks, exact: true }),
  })
  return { settle: useOneAtATime(settling.mutate), isSettling: settling.isPending }
}
