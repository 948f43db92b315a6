import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useLiveCatchUp, useLiveEvent } from '../../../lib/live/use-live-event.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/** The shows that are open for picks, soonest first, as live events leave them. */
export function useUpcomingShows(): UseQueryResult<Show[]> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.upcomingShows
  useLiveEvent('show:scored', ({ show }) =>
    queryClient.setQueryData<Show[]>(queryKey, (held) => held && withShow(held, show)),
  )
  useLiveCatchUp(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(showEndpoints.listUpcomingShows, { signal })).shows,
  })
}

/** One show, as live events leave it. */
export function useShow(showId: number | null): UseQueryResult<Show> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.show(showId ?? 0)
  useLiveEvent('show:scored', ({ show }) => {
    if (show.id !== showId) return
    queryClient.setQueryData<Show>(queryKey, (held) => (held && held.version > show.version ? held : show))
  })
  return useQuery({
    queryKey,
    enabled: showId !== null,
    queryFn: ({ signal }) => call(showEndpoints.getShow, { params: { showId: showId ?? 0 }, signal }),
  })
}

/** The list of open shows after one of all shows has changed. */
export function withShow(shows: readonly Show[], changed: Show): Show[] {
  const held = shows.find(({ id }) => id === changed.id)
  if (held && held.version > changed.version) return [...shows]
  const others = shows.filter(({ id }) => id !== changed.id)
  if (!changed.is_open) return others
  return [...others, changed].sort((a, b) => a.showdate.localeCompare(b.showdate) || a.id - b.id)
}
