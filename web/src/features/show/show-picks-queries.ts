import { type PlayerPicks, showPickEndpoints } from '@called-it/shared/contract/show-picks'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { retryUntilClosed } from '../../lib/shows/retry-until-closed.ts'

type Page = { predictions: PlayerPicks[]; next: number | null }

/** The name of a deleted user leaves the cards at once. */
export function useShowPicks(showId: number): UseInfiniteQueryResult<InfiniteData<Page>> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.showPicks(showId)
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<InfiniteData<Page>>(queryKey, (held) => held && withoutNames(held, userIds)),
  )
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { after: String(pageParam) }
      return request(showPickEndpoints.listShowPredictions, { params: { showId }, query, signal })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    ...retryUntilClosed,
  })
}

const firstPage: number | null = null

function withoutNames(held: InfiniteData<Page>, userIds: readonly number[]): InfiniteData<Page> {
  const pages = held.pages.map((page) => ({
    ...page,
    predictions: page.predictions.map((picks) =>
      picks.player && userIds.includes(picks.player.id) ? { ...picks, player: null } : picks,
    ),
  }))
  return { ...held, pages }
}
