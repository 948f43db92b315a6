import type { Database } from '@called-it/infra/postgres/client'
import { inSnapshot } from '@called-it/infra/postgres/queries/live-snapshot'
import {
  type BoardPosition,
  countPlayers,
  findStanding,
  listBoard,
} from '@called-it/infra/postgres/queries/standings'
import { getTopicVersion } from '@called-it/infra/postgres/queries/topic-versions'
import { GLOBAL_BOARD, type Leaderboard, type OwnScore } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { getTour } from '../tours/get-tour.ts'
import { readCursor, writeCursor } from './board-cursor.ts'
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

/** What is asked for of a board. */
type BoardQuery = { limit: number; after?: string | undefined }

/**
 * A page of the board over every show.
 *
 * @throws CallError 422 where `after` is no place on a board
 */
export function readBoardPage(db: Database, query: BoardQuery): Promise<Leaderboard> {
  return readBoard(db, GLOBAL_BOARD, placeOf(query))
}

/**
 * A page of a tour's board.
 *
 * @throws CallError `tour_not_found`; 422 where `after` is no place on a board
 */
export async function readTourBoardPage(
  db: Database,
  tourId: number,
  query: BoardQuery,
): Promise<Leaderboard & { tourName: string }> {
  const place = placeOf(query)
  const tour = await getTour(db, tourId)
  return { ...(await readBoard(db, tour.id, place)), tourName: tour.name }
}

function placeOf({ limit, after }: BoardQuery): { limit: number; after: BoardPosition | null } {
  return { limit, after: after === undefined ? null : readCursor(after) }
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
