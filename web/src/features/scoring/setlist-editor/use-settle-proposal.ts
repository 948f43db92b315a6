import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastStoredSetlist } from './toast-stored-setlist.ts'

type Settlement = { proposalId: number; decision: 'take' | 'drop' }

export function useSettleProposal(show: AdminShow): UseMutationResult<unknown, Error, Settlement> {
  const queryClient = useQueryClient()
  const refetch = (queryKey: QueryKey) => queryClient.refetchQueries({ queryKey, exact: true })
  return useMutation({
    mutationFn: ({ proposalId, decision }: Settlement): Promise<unknown> =>
      request(
        decision === 'take' ? setlistEndpoints.takeSetlistProposal : setlistEndpoints.dropSetlistProposal,
        { params: { showId: show.id, proposalId } },
      ),
    onSettled: () =>
      Promise.all([
        refetch(queryKeys.adminSetlist(show.id)),
        refetch(queryKeys.adminSetlistProposal(show.id)),
      ]),
    onSuccess: (_, { decision }) => {
      if (decision === 'take') toastStoredSetlist('setlist taken', show)
    },
    onError: (error) => toastAdminFailure('The setlist is as it was', error),
  })
}
