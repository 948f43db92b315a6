import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { getTour } from '../../resources/tour.ts'
import { readAround } from './around.ts'
import type { BoardOrders } from './board-orders.ts'
import { readBoardPage, readOwnScore, readTourBoardPage } from './service.ts'

type LeaderboardHandlers = Pick<
  Handlers,
  | 'getLeaderboard'
  | 'getTourLeaderboard'
  | 'getOwnScore'
  | 'getOwnTourScore'
  | 'getOwnScoreAround'
  | 'getOwnTourScoreAround'
>

export function leaderboardRoutes({
  postgres: { db },
  orders,
}: Pick<GatewayParts, 'postgres'> & { orders: BoardOrders }): LeaderboardHandlers {
  const boards = { db, orders }
  return {
    getLeaderboard: ({ query }) => readBoardPage(boards, query),
    getTourLeaderboard: ({ params, query }) => readTourBoardPage(boards, params.tourId, query),
    getOwnScore: ({ user }) => readOwnScore(db, GLOBAL_BOARD, user.id),
    getOwnTourScore: async ({ params, user }) => {
      const tour = await getTour(db, params.tourId)
      return readOwnScore(db, tour.id, user.id)
    },
    getOwnScoreAround: ({ user }) => readAround(boards, GLOBAL_BOARD, user.id),
    getOwnTourScoreAround: async ({ params, user }) => {
      const tour = await getTour(db, params.tourId)
      return readAround(boards, tour.id, user.id)
    },
  }
}
