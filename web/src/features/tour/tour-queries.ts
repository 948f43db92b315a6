import { type Season, seasonEndpoints } from '@called-it/shared/contract/seasons'
import { type TourPage, tourPageEndpoints } from '@called-it/shared/contract/tour-pages'
import { useQuery } from '@tanstack/react-query'
import { hasCode, requestRun } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useAskAgain } from '../../lib/api/use-ask-again.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

/** Data, not errors: a refetch keeps the page. `running`: the tour is not over. */
type Missing = 'unknown' | 'running' | 'computing'

/** @param tourId null for what cannot be the id of a tour */
export function useTourPage(tourId: number | null) {
  return useBuilt<TourPage>(queryKeys.tourPage(tourId ?? 0), tourId, (input) =>
    requestRun(tourPageEndpoints.getTourPage, input),
  )
}

export function useSeason(tourId: number | null) {
  return useBuilt<Season>(queryKeys.season(tourId ?? 0), tourId, (input) =>
    requestRun(seasonEndpoints.getSeason, input),
  )
}

type Reply<Built> = { finished: true; result: Built } | { finished: false }

function useBuilt<Built>(
  queryKey: readonly unknown[],
  tourId: number | null,
  read: (input: { params: { tourId: number }; signal: AbortSignal }) => Promise<Reply<Built>>,
) {
  useServerEvent('show:changed', useRefetchSoon(queryKey))
  const query = useQuery({
    queryKey,
    enabled: tourId !== null,
    queryFn: async ({ signal }): Promise<Built | Missing> => {
      try {
        const reply = await read({ params: { tourId: tourId ?? 0 }, signal })
        return reply.finished ? reply.result : 'computing'
      } catch (error) {
        if (hasCode(error, 'tour_not_found')) return 'unknown'
        if (hasCode(error, 'tour_not_over')) return 'running'
        throw error
      }
    },
  })
  useAskAgain(query.data === 'computing', query.refetch)
  return query
}
