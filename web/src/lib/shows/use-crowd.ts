import { type Crowd, showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { retryUntilClosed } from './retry-until-closed.ts'

export function crowdQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.crowd(showId),
    queryFn: ({ signal }): Promise<Crowd> =>
      request(showPickEndpoints.getCrowd, { params: { showId }, signal }),
  })
}

export function useCrowd(showId: number, isClosed: boolean): UseQueryResult<Crowd> {
  return useQuery({ ...crowdQuery(showId), enabled: isClosed, ...retryUntilClosed })
}
