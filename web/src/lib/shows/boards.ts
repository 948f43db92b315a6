import { applyBoardStep } from '@called-it/shared/contract/board-page'
import type { ServerEvent } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD, type Leaderboard, leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import type { UseQueryResult } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useLiveQuery } from '../events/use-live-query.ts'

export function boardQuery(board: number) {
  return {
    queryKey: queryKeys.leaderboard(board),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Leaderboard> =>
      board === GLOBAL_BOARD
        ? request(leaderboardEndpoints.getLeaderboard, { signal })
        : request(leaderboardEndpoints.getTourLeaderboard, { params: { tourId: board }, signal }),
  }
}

export function useBoard(board: number): UseQueryResult<Leaderboard> {
  return useLiveQuery<Leaderboard, 'leaderboard:changed'>({
    ...boardQuery(board),
    event: 'leaderboard:changed',
    isExact: true,
    watchTour: board === GLOBAL_BOARD ? null : board,
    versionOf: (held, event) => (event.board === board ? held.version : null),
    apply: applyBoardChange,
  })
}

function applyBoardChange(board: Leaderboard, change: ServerEvent<'leaderboard:changed'>): Leaderboard {
  return {
    ...board,
    leaderboard: applyBoardStep(board.leaderboard, change),
    total: change.total,
    version: change.to,
  }
}
