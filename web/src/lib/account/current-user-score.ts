import type { ServerEvent } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD, leaderboardEndpoints, type OwnScore } from '@called-it/shared/contract/leaderboards'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { onConnected, watchBoard } from '../events/connection.ts'
import { useRefetchSoon } from '../events/use-refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'
import { useCurrentUser } from './session.ts'

/**
 * The user's standing on a board, kept current by live events. An event with the user's row is applied. After any other
 * it is refetched, with jitter: the ranks of a hundred thousand users change at once.
 *
 * @param board a tour's id, or GLOBAL_BOARD
 */
export function useCurrentUserScore(board: number): UseQueryResult<OwnScore> {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  const queryKey = queryKeys.currentUserScore(board)
  const refetchSoon = useEffectEvent(useRefetchSoon(queryKey))

  useEffect(() => {
    const refetch = () => refetchSoon()
    return board === GLOBAL_BOARD ? onConnected(refetch) : watchBoard(board, refetch)
  }, [board])
  useServerEvent('leaderboard:changed', (event) => {
    if (event.board !== board || !user) return
    const held = queryClient.getQueryData<OwnScore>(queryKey)
    const next = held && applyUserRow(held, event, user.id)
    if (!next || queryClient.isFetching({ queryKey, exact: true }) > 0) refetchSoon()
    else queryClient.setQueryData<OwnScore>(queryKey, next)
  })
  useServerEvent('score:changed', () => refetchSoon())

  return useQuery({
    queryKey,
    enabled: Boolean(user),
    // No events were received between two visits of the page.
    refetchOnMount: 'always',
    queryFn: ({ signal }) =>
      board === GLOBAL_BOARD
        ? request(leaderboardEndpoints.getOwnScore, { signal })
        : request(leaderboardEndpoints.getOwnTourScore, { params: { tourId: board }, signal }),
  })
}

function applyUserRow(
  held: OwnScore,
  { changed, total, to }: Pick<ServerEvent<'leaderboard:changed'>, 'changed' | 'total' | 'to'>,
  userId: number,
): OwnScore | null {
  if (to <= held.version) return held
  const row = changed.find((candidate) => candidate.userId === userId)
  if (!row) return null
  const { rank, totalScore, bestScore, showsParticipated } = row
  return { rank, totalScore, bestScore, showsParticipated, players: total, version: to }
}
