import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** The shows that are open for picks, soonest first. */
export const upcomingShowsQuery = queryOptions({
  queryKey: queryKeys.upcomingShows,
  queryFn: async ({ signal }): Promise<Show[]> =>
    (await call(showEndpoints.listUpcomingShows, { signal })).shows,
})

/** The last shows with a setlist, newest first. */
export const recentShowsQuery = queryOptions({
  queryKey: queryKeys.recentShows,
  queryFn: async ({ signal }): Promise<Show[]> =>
    (await call(showEndpoints.listRecentShows, { signal })).shows,
})

/**
 * Where and when a show is, which does not change. The lists of upcoming and recent shows are looked at first:
 * they are the same for everybody and mostly held already. A show in neither is asked for by itself.
 */
function showDetailsQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.showDetails(showId),
    queryFn: async ({ client, signal }): Promise<Show> =>
      (await findListed(client, showId)) ?? call(showEndpoints.getShow, { params: { showId }, signal }),
  })
}

async function findListed(client: QueryClient, showId: number): Promise<Show | undefined> {
  const lists = await Promise.allSettled([
    client.ensureQueryData(upcomingShowsQuery),
    client.ensureQueryData(recentShowsQuery),
  ])
  return lists
    .flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    .find(({ id }) => id === showId)
}

type ShowDetails = {
  /** By id; a show whose details cannot be had is absent. */
  shows: ReadonlyMap<number, Show>
  /** True until every one of them is here or known to be missing. */
  isPending: boolean
}

/** Venue and date of several shows. One that cannot be had is left out without a word. */
export function useShowDetails(showIds: readonly number[]): ShowDetails {
  return useQueries({
    queries: showIds.map(showDetailsQuery),
    combine: (results) => ({
      shows: new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
      isPending: results.some(({ isPending }) => isPending),
    }),
  })
}
