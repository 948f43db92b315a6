import { type PickLock, pickProofEndpoints } from '@called-it/shared/contract/pick-proofs'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { useRefetchWhenScored } from '../../../lib/live/use-refetch-soon.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/** Newest first. */
export function usePickLocks(showId: number): UseQueryResult<PickLock[]> {
  const queryKey = queryKeys.pickLocks(showId)
  useRefetchWhenScored(showId, queryKey)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(pickProofEndpoints.listPickLocks, { params: { showId }, signal })).locks,
    refetchOnMount: 'always',
  })
}
