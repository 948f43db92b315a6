import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { getTour } from '../tours/get-tour.ts'
import { readCursor } from './board-cursor.ts'
import { readBoard, readOwnScore } from './service.ts'

type LeaderboardHandlers = Pick<
  Handlers,
  'getLeaderboard' | 'getTourLeaderboard' | 'getOwnScore' | 'getOwnTourScore'
>

export function leaderboardRoutes({ postgres: { db } }: Pick<GatewayParts, 'postgres'>): LeaderboardHandlers {
  const pageOf = (query: { limit: number; after?: string | undefined }) => ({
    limit: query.limit,
    after: query.after === undefined ? null : readCursor(query.after),
  })

  return {
    getLeaderboard: ({ query }) => readBoard(db, GLOBAL_BOARD, pageOf(query)),
    getTourLeaderboard: async ({ params, query }) => {
      const tour = await getTour(db, params.tourId)
      return { ...(await readBoard(db, tour.id, pageOf(query))), tourName: tour.name }
    },
    getOwnScore: ({ user }) => readOwnScore(db, GLOBAL_BOARD, user.id),
    getOwnTourScore: async ({ params, user }) => {
      const tour = await getTour(db, params.tourId)
      return readOwnScore(db, tour.id, user.id)
    },
  }
}
