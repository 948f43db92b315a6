import { type PickLock, pickProofEndpoints } from '@called-it/shared/contract/pick-proofs'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import { withJitter } from '../../lib/live/jitter.ts'
import { useLiveCatchUp, useLiveEvent } from '../../lib/live/use-live-event.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Newest first. */
export function usePickLocks(showId: number): UseQueryResult<PickLock[]> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.pickLocks(showId)
  const refetch = () => void queryClient.refetchQueries({ queryKey, exact: true })
  useLiveEvent('show:scored', ({ show }) => {
    if (show.id === showId) withJitter(refetch)
  })
  useLiveCatchUp(refetch)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(pickProofEndpoints.listPickLocks, { params: { showId }, signal })).locks,
    refetchOnMount: 'always',
  })
}
