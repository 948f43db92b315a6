import type { Show } from '@called-it/shared/contract/shows'
import { type ListedTour, tourEndpoints } from '@called-it/shared/contract/tours'
import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { refetchSoon } from '../events/refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'

/** Newest first, refetched after the catalogue has changed. */
export function useTours(): UseQueryResult<ListedTour[]> {
  const queryClient = useQueryClient()
  useServerEvent('catalogue:changed', () => refetchSoon(queryClient, queryKeys.tours))
  return useQuery({
    queryKey: queryKeys.tours,
    queryFn: async ({ signal }) => (await request(tourEndpoints.listTours, { signal })).tours,
  })
}

/** Newest first. */
export function tourShowsQuery(tourId: number) {
  return queryOptions({
    queryKey: queryKeys.tourShows(tourId),
    queryFn: async ({ signal }): Promise<Show[]> =>
      (await request(tourEndpoints.listTourShows, { params: { tourId }, signal })).shows.toReversed(),
  })
}
