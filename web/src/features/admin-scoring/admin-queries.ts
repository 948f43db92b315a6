import type { Show } from '@called-it/shared/contract/shows'
import { tourEndpoints } from '@called-it/shared/contract/tours'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useLiveCatchUp, useLiveEvent } from '../../lib/live/use-live-event.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** The shows of a tour, newest first, as live events leave them. */
export function useTourShows(tourId: number): UseQueryResult<Show[]> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.tourShows(tourId)
  useLiveEvent('show:scored', ({ show }) =>
    queryClient.setQueryData<Show[]>(queryKey, (held) =>
      held?.map((shown) => (shown.id === show.id && shown.version <= show.version ? show : shown)),
    ),
  )
  useLiveCatchUp(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call(tourEndpoints.listTourShows, { params: { tourId }, signal })).shows.toReversed(),
  })
}
