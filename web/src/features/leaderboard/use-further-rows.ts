import { DELETED_NAME } from '@called-it/shared/contract/display-name'
import {
  GLOBAL_BOARD,
  type Leaderboard,
  type LeaderboardEntry,
  leaderboardEndpoints,
} from '@called-it/shared/contract/leaderboards'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useCatchUp, useServerEvent } from '../../lib/events/use-server-event.ts'

/** Twice the first page, so that the first press shows 100 more. */
const LONG_PAGE = 200

type FurtherRows = {
  rows: readonly LeaderboardEntry[]
  showMore: () => void
  isLoading: boolean
  isError: boolean
}

/**
 * Live events cover the first page only, so after each one these rows are refetched, with jitter. The name of a deleted
 * user leaves them at once.
 */
export function useFurtherRows(board: number, firstPage: readonly LeaderboardEntry[]): FurtherRows {
  const [isWanted, setIsWanted] = useState(false)
  const queryClient = useQueryClient()
  const queryKey = queryKeys.longLeaderboard(board)
  const query = useInfiniteQuery({
    queryKey,
    enabled: isWanted,
    refetchOnMount: 'always',
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => readPage(board, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  })

  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('leaderboard:changed', (event) => {
    if (isWanted && event.board === board) refetchSoon()
  })
  useServerEvent('users:deleted', ({ userIds }) => {
    queryClient.setQueryData<InfiniteData<Leaderboard, string>>(
      queryKey,
      (held) => held && withoutNames(held, userIds),
    )
  })
  useCatchUp(() => isWanted && refetchSoon())

  const showMore = () => {
    if (!isWanted) setIsWanted(true)
    else if (query.data && query.hasNextPage) void query.fetchNextPage()
    else void query.refetch()
  }
  const above = new Set(firstPage.map(({ userId }) => userId))
  const pages = isWanted ? (query.data?.pages ?? []) : []
  return {
    rows: pages.flatMap(({ leaderboard }) => leaderboard).filter(({ userId }) => !above.has(userId)),
    showMore,
    isLoading: isWanted && (query.isPending || query.isFetchingNextPage),
    isError: query.isError || query.isFetchNextPageError,
  }
}

function withoutNames(
  held: InfiniteData<Leaderboard, string>,
  userIds: readonly number[],
): InfiniteData<Leaderboard, string> {
  const deleted = new Set(userIds)
  const pages = held.pages.map((page) => ({
    ...page,
    leaderboard: page.leaderboard.map((row) =>
      deleted.has(row.userId) ? { ...row, userName: DELETED_NAME, avatar: null } : row,
    ),
  }))
  return { ...held, pages }
}

function readPage(board: number, after: string, signal: AbortSignal): Promise<Leaderboard> {
  const query = { limit: LONG_PAGE, ...(after && { after }) }
  return board === GLOBAL_BOARD
    ? request(leaderboardEndpoints.getLeaderboard, { query, signal })
    : request(leaderboardEndpoints.getTourLeaderboard, { params: { tourId: board }, query, signal })
}
