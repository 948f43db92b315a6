import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'

export const upcomingShowsQuery = queryOptions({
  queryKey: queryKeys.upcomingShows,
  queryFn: async ({ signal }): Promise<Show[]> =>
    (await request(showEndpoints.listUpcomingShows, { signal })).shows,
})

export const recentShowsQuery = queryOptions({
  queryKey: queryKeys.recentShows,
  queryFn: async ({ signal }): Promise<Show[]> =>
    (await request(showEndpoints.listRecentShows, { signal })).shows,
})

/** Tonight's. */
export const liveShowsQuery = queryOptions({
  queryKey: queryKeys.liveShows,
  queryFn: async ({ signal }): Promise<Show[]> =>
    (await request(showEndpoints.listLiveShows, { signal })).shows,
})

/** Falls back to the lists of upcoming and recent shows, then fails with the first error. */
export function showQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.show(showId),
    queryFn: async ({ client, signal }): Promise<Show> => {
      try {
        return await request(showEndpoints.getShow, { params: { showId }, signal })
      } catch (error) {
        signal.throwIfAborted()
        const listed = await findListed(client, showId)
        if (listed) return listed
        throw error
      }
    },
  })
}

/** Venue and date do not change, so the lists come first: they are the same for everybody and mostly cached. */
export function showDetailsQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.showDetails(showId),
    queryFn: async ({ client, signal }): Promise<Show> =>
      (await findListed(client, showId)) ?? request(showEndpoints.getShow, { params: { showId }, signal }),
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
