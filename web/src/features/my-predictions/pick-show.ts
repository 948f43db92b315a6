import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { recentShowsQuery, upcomingShowsQuery } from '../../lib/shows.ts'

/**
 * The show of a pick. Where it cannot be had by itself, the lists of upcoming and recent shows are consulted;
 * where they do not have it either, the query fails with what went wrong first.
 */
export function usePickShow(showId: number): UseQueryResult<Show> {
  return useQuery(pickShowQuery(showId))
}

/** Whether the shows of these picks are still on their way: the cards come together, at their full height. */
export function useArePickShowsPending(showIds: readonly number[]): boolean {
  return useQueries({
    queries: showIds.map(pickShowQuery),
    combine: (results) => results.some(({ isPending }) => isPending),
  })
}

function pickShowQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.show(showId),
    queryFn: async ({ client, signal }): Promise<Show> => {
      try {
        return await call(showEndpoints.getShow, { params: { showId }, signal })
      } catch (error) {
        signal.throwIfAborted()
        const listed = await findListed(client, showId)
        if (listed) return listed
        throw error
      }
    },
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

/** Puts a show as a live event tells it in the place of an older one. */
export function applyShow(client: QueryClient, show: Show): void {
  client.setQueryData<Show>(queryKeys.show(show.id), (held) =>
    held && held.version < show.version ? show : held,
  )
}

/** Asks again for the shows on screen that may have changed unheard: scored ones hardly ever do. */
export function refetchUnscoredShows(client: QueryClient): void {
  void client.refetchQueries({
    queryKey: queryKeys.shows,
    type: 'active',
    predicate: ({ queryKey, state }) => queryKey[1] === 'one' && !isScored(state.data),
  })
}

function isScored(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'is_scored' in data && data.is_scored === true
}
