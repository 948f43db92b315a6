import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { getBoardOrder } from '@called-it/infra/postgres/queries/standings/standings'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import { BoardOrder } from '@called-it/shared/game/board-order'
import type { Logger } from 'pino'

/** In players. Postgres sorts smaller boards as quickly as an order in memory. */
const LARGE_BOARD = 2_000
/** 8 MB per board of a million players. */
const MAX_BOARDS = 8
/** The largest share of time spent reading the order of one board, however often the board changes. */
const READING_SHARE = 1 / 4

export type BoardOrders = {
  /**
   * The order of a large board at a version. When it is not in memory, returns null and starts reading it for later
   * requests; until then Postgres reads every row of the board for a page.
   */
  find(board: number, state: { version: number; players: number }): BoardOrder | null
  /** Resolves when the running read of the board's order has ended; null if none runs. */
  reading(board: number): Promise<void> | null
}

/** Keeps the order of large boards in memory. */
export function openBoardOrders(
  db: Database,
  log: Logger,
  { largeFrom = LARGE_BOARD, now = () => performance.now() } = {},
): BoardOrders {
  const kept = new Map<number, BoardOrder>()
  const notBefore = new Map<number, number>()
  const running = new Map<number, Promise<void>>()

  async function read(board: number): Promise<void> {
    const startedAt = now()
    notBefore.set(board, Number.POSITIVE_INFINITY)
    try {
      const order = await inSnapshot(db, async (trx) => {
        const version = await getTopicVersion(trx, topics.board(board))
        const { userIds, histogram } = await getBoardOrder(trx, board)
        return new BoardOrder(version, userIds, histogram)
      })
      keep(board, order)
    } catch (error) {
      log.warn({ err: error, board }, 'reading the order of a board failed and will be retried')
    }
    const endedAt = now()
    notBefore.set(board, endedAt + (endedAt - startedAt) * (1 / READING_SHARE - 1))
  }

  /** Evicts the least recently used board. */
  function keep(board: number, order: BoardOrder): void {
    kept.delete(board)
    kept.set(board, order)
    const [oldest] = kept.keys()
    if (kept.size <= MAX_BOARDS || oldest === undefined) return
    kept.delete(oldest)
    notBefore.delete(oldest)
  }

  return {
    find(board, { version, players }) {
      if (players < largeFrom) return null
      const order = kept.get(board)
      if (order) keep(board, order)
      // Rows written by hand do not change the version.
      if (order?.version === version && order.userIds.length === players) return order
      if (now() >= (notBefore.get(board) ?? 0)) {
        running.set(
          board,
          read(board).finally(() => running.delete(board)),
        )
      }
      return null
    },
    reading: (board) => running.get(board) ?? null,
  }
}
