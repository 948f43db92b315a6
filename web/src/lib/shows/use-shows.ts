import type { Show } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'
import { serverNow } from '../api/server-clock.ts'
import { useRefetchOnConnect } from '../events/use-refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'
import { updateLiveShows, updateRecentShows, updateUpcomingShows } from './show-lists.ts'
import { liveShowsQuery, recentShowsQuery, showQuery, upcomingShowsQuery } from './show-queries.ts'

export function useUpcomingShows(enabled = true): UseQueryResult<Show[]> {
  useListEvents(queryKeys.upcomingShows, updateUpcomingShows)
  return useQuery({ ...upcomingShowsQuery, enabled })
}

export function useRecentShows(): UseQueryResult<Show[]> {
  useListEvents(queryKeys.recentShows, updateRecentShows)
  return useQuery(recentShowsQuery)
}

/** Tonight's. */
export function useLiveShows(enabled = true): UseQueryResult<Show[]> {
  useListEvents(queryKeys.liveShows, (held, changed) => updateLiveShows(held, changed, new Date(serverNow())))
  return useQuery({ ...liveShowsQuery, enabled })
}

function useListEvents(
  queryKey: readonly string[],
  update: (held: readonly Show[], changed: Show) => Show[],
): void {
  const queryClient = useQueryClient()
  useServerEvent('show:changed', ({ show }) =>
    queryClient.setQueryData<Show[]>(queryKey, (held) => held && update(held, show)),
  )
  useRefetchOnConnect(queryKey)
}

export function useShow(showId: number | null): UseQueryResult<Show> {
  const queryClient = useQueryClient()
  const query = showQuery(showId ?? 0)
  useServerEvent('show:changed', ({ show }) => {
    if (show.id !== showId) return
    queryClient.setQueryData(query.queryKey, (held) => (held && held.version > show.version ? held : show))
  })
  return useQuery({
    ...query,
    enabled: showId !== null,
    placeholderData: () =>
      queryClient.getQueryData(upcomingShowsQuery.queryKey)?.find(({ id }) => id === showId),
  })
}
