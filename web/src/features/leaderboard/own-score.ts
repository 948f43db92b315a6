import { leaderboardEndpoints, type OwnScore } from '@called-it/shared/contract/leaderboards'
import { GLOBAL_BOARD } from '@called-it/shared/contract/live'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { soonish } from '../../lib/live/jitter.ts'
import { useLiveCatchUp, useLiveEvent } from '../../lib/live/use-live-event.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useCurrentUser } from '../../lib/session.ts'

/**
 * The fan's own place on a board. When the board moves it is asked for again, at a random moment of the next
 * seconds: the places of a hundred thousand fans move at once.
 */
export function useOwnScore(board: number): UseQueryResult<OwnScore> {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  const queryKey = queryKeys.ownScore(board)
  const callOff = useRef<() => void>(undefined)
  const refetchSoon = () => {
    callOff.current?.()
    callOff.current = soonish(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  }
  useLiveEvent('leaderboard:changed', (event) => {
    if (event.board === board) refetchSoon()
  })
  useLiveCatchUp(refetchSoon)
  return useQuery({
    queryKey,
    enabled: Boolean(user),
    queryFn: ({ signal }) =>
      board === GLOBAL_BOARD
        ? call(leaderboardEndpoints.getOwnScore, { signal })
        : call(leaderboardEndpoints.getOwnTourScore, { params: { tourId: board }, signal }),
  })
}
