import { RECENT_SHOWS, type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { soonish } from '../../../lib/live/jitter.ts'
import { useLiveCatchUp, useLiveEvent } from '../../../lib/live/use-live-event.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { recentShowsQuery, upcomingShowsQuery } from '../../../lib/shows.ts'

/** The shows that are open for picks, soonest first, as live events leave them. */
export function useUpcomingShows(): UseQueryResult<Show[]> {
  useLiveShows(queryKeys.upcomingShows, withShow)
  return useQuery(upcomingShowsQuery)
}

/** The last shows that have a setlist, newest first, as live events leave them. */
export function useRecentShows(): UseQueryResult<Show[]> {
  useLiveShows(queryKeys.recentShows, withRecentShow)
  return useQuery(recentShowsQuery)
}

function useLiveShows(
  queryKey: readonly string[],
  apply: (held: readonly Show[], changed: Show) => Show[],
): void {
  const queryClient = useQueryClient()
  useLiveEvent('show:scored', ({ show }) =>
    queryClient.setQueryData<Show[]>(queryKey, (held) => held && apply(held, show)),
  )
  useLiveCatchUp(() => void queryClient.refetchQueries({ queryKey, exact: true }))
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
    placeholderData: () =>
      queryClient.getQueryData(upcomingShowsQuery.queryKey)?.find(({ id }) => id === showId),
  })
}

/** What was played at a show, as text; read again soon after it was corrected. */
export function useSetlist(
  showId: number,
): UseQueryResult<{ setlistdata: string; setlistnotes: string | null }> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.setlist(showId)
  useLiveEvent('show:scored', ({ show }) => {
    if (show.id === showId) soonish(() => void queryClient.refetchQueries({ queryKey, exact: true }))
    else void queryClient.invalidateQueries({ queryKey: queryKeys.setlist(show.id), exact: true })
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(showEndpoints.getSetlist, { params: { showId }, signal }),
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

/**
 * The list of recent shows after one of all shows has changed. A show that is scored has a setlist, and so
 * belongs to it, as far as it is recent enough; one whose scores were reset keeps its setlist.
 */
export function withRecentShow(shows: readonly Show[], changed: Show): Show[] {
  const held = shows.find(({ id }) => id === changed.id)
  if (held ? held.version > changed.version : !changed.is_scored) return [...shows]
  return [...shows.filter(({ id }) => id !== changed.id), changed]
    .sort((a, b) => b.showdate.localeCompare(a.showdate) || b.id - a.id)
    .slice(0, RECENT_SHOWS)
}
