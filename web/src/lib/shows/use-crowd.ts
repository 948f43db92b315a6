import { type Crowd, showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { retryUntilClosed } from './retry-until-closed.ts'

export function useCrowd(showId: number, isClosed: boolean): UseQueryResult<Crowd> {
  return useQuery({
    queryKey: queryKeys.crowd(showId),
    queryFn: ({ signal }) => request(showPickEndpoints.getCrowd, { params: { showId }, signal }),
    enabled: isClosed,
    ...retryUntilClosed,
  })
}
