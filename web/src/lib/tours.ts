import { type Tour, tourEndpoints } from '@called-it/shared/contract/tours'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** Every tour, newest first. */
export function useTours(): UseQueryResult<Tour[]> {
  return useQuery({
    queryKey: queryKeys.tours,
    queryFn: async ({ signal }) => (await call(tourEndpoints.listTours, { signal })).tours,
  })
}
