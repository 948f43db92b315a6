import { liveShowEndpoints, type ShowBoard } from '@called-it/shared/contract/live-shows'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchWhenScored } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { withoutPlayers } from '../../lib/live/board-rows.ts'
import { useRevisionRefetch } from '../../lib/live/use-revision-refetch.ts'

/**
 * The board of a show whose picks are closed, as far as it was scrolled. The name of a deleted user leaves it at once.
 *
 * @param revision of a show that runs; 0 otherwise
 * @param ofFollowed the rows around the current fan and those of followed players
 */
export function useShowRankings(
  showId: number,
  revision: number,
  ofFollowed: boolean,
): UseInfiniteQueryResult<InfiniteData<ShowBoard>> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.showBoard(showId, ofFollowed ? 'followed' : 'pages')
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(pageParam !== null && { after: String(pageParam) }),
        ...(ofFollowed && { around: 'me' as const }),
      }
      return request(liveShowEndpoints.getShowBoard, { params: { showId }, query, signal })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })

  const revisions = query.data?.pages.map((page) => page.revision) ?? []
  const newest = Math.max(revision, ...revisions)
  useRevisionRefetch(
    query,
    revisions.some((held) => held < newest),
  )
  useRefetchWhenScored(showId, queryKey)
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<InfiniteData<ShowBoard>>(
      queryKey,
      (held) => held && { ...held, pages: held.pages.map((page) => withoutPlayers(page, userIds)) },
    ),
  )
  return query
}

const firstPage: number | null = null
