import { type Correction, correctionEndpoints } from '@called-it/shared/contract/corrections'
import type { Show } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchWhenScored } from '../../lib/events/use-refetch-soon.ts'

/** Newest first. Only a show that is scored is asked for them. */
export function useCorrections({ id, is_scored }: Show): UseQueryResult<readonly Correction[]> {
  const queryKey = queryKeys.corrections(id)
  useRefetchWhenScored(id, queryKey)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(correctionEndpoints.listCorrections, { params: { showId: id }, signal })).corrections,
    enabled: is_scored,
  })
}
