import type { Database } from '@called-it/infra/postgres/client'
import { inSnapshot } from '@called-it/infra/postgres/queries/live/snapshot'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { getBoardOrder } from '@called-it/infra/postgres/queries/standings/standings'
import { topics } from '@called-it/shared/contract/live'
import { BoardOrder } from '@called-it/shared/game/board-order'
import type { Logger } from 'pino'

/** Below, Postgres sorts a page's players as quickly as they are looked up. */
const LARGE_BOARD = 2_000
/** The boards that this process keeps the order of: 8 MB each, at a million players. */
const MOST_KEPT = 8
/** An order is read at most so much of the time, however often its board moves. */
const READING_SHARE = 1 / 4

/** The orders of large boards, kept by this process. */
export type BoardOrders = {
  /**
   * The order of a board as of a version; null where it is not known. Then it is read meanwhile, for those who ask
   * later: until it is there pages come from Postgres, which has to look at every row of the board.
   */
  find(board: number, asked: { version: number; players: number }): BoardOrder | null
}

/** Opens the orders of boards, which are read when a page is asked for first. */
export function openBoardOrders(
  db: Database,
  log: Logger,
  { largeFrom = LARGE_BOARD, now = () => performance.now() } = {},
): BoardOrders {
  const kept = new Map<number, BoardOrder>()
  const notBefore = new Map<number, number>()

  async function read(board: number): Promise<void> {
    const begunAt = now()
    notBefore.set(board, Number.POSITIVE_INFINITY)
    try {
      const order = await inSnapshot(db, async (trx) => {
        const version = await getTopicVersion(trx, topics.board(board))
        const { userIds, histogram } = await getBoardOrder(trx, board)
        return new BoardOrder(version, userIds, histogram)
      })
      keep(board, order)
    } catch (error) {
      log.warn({ err: error, board }, 'the order of a board could not be read and will be later')
    }
    const endedAt = now()
    notBefore.set(board, endedAt + (endedAt - begunAt) * (1 / READING_SHARE - 1))
  }

  /** The board that was asked for longest ago goes first. */
  function keep(board: number, order: BoardOrder): void {
    kept.delete(board)
    kept.set(board, order)
    const [oldest] = kept.keys()
    if (kept.size <= MOST_KEPT || oldest === undefined) return
    kept.delete(oldest)
    notBefore.delete(oldest)
  }

  return {
    find(board, { version, players }) {
      if (players < largeFrom) return null
      const order = kept.get(board)
      if (order) keep(board, order)
      // Rows that were written past the app count no version up.
      if (order?.version === version && order.userIds.length === players) return order
      if (now() >= (notBefore.get(board) ?? 0)) void read(board)
      return null
    },
  }
}
