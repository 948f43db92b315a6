import type { Database } from '@called-it/infra/postgres/client'
import { inSnapshot } from '@called-it/infra/postgres/queries/live-snapshot'
import {
  type BoardPosition,
  countPlayers,
  findStanding,
  listBoard,
} from '@called-it/infra/postgres/queries/standings'
import { getTopicVersion } from '@called-it/infra/postgres/queries/topic-versions'
import type { Leaderboard, OwnScore } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { writeCursor } from './board-cursor.ts'
import { presentBoardRow, presentOwnScore } from './presenter.ts'

/** A page of a board, all of it as of one version. */
export function readBoard(
  db: Database,
  board: number,
  page: { limit: number; after: BoardPosition | null },
): Promise<Leaderboard> {
  return inSnapshot(db, async (trx) => {
    const { rows, next } = await listBoard(trx, board, page)
    return {
      leaderboard: rows.map(presentBoardRow),
      total: await countPlayers(trx, board),
      next: next && writeCursor(next),
      version: await getTopicVersion(trx, topics.board(board)),
    }
  })
}

/** Where a player stands on a board, all of it as of one version. */
export function readOwnScore(db: Database, board: number, userId: number): Promise<OwnScore> {
  return inSnapshot(db, async (trx) =>
    presentOwnScore(await findStanding(trx, board, userId), {
      players: await countPlayers(trx, board),
      version: await getTopicVersion(trx, topics.board(board)),
    }),
  )
}
