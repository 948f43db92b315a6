import type { Database } from '@called-it/infra/postgres/client'
import { inSnapshot } from '@called-it/infra/postgres/queries/live/snapshot'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import {
  type BoardRow,
  countPlayers,
  listAround,
  listPlayers,
} from '@called-it/infra/postgres/queries/standings/standings'
import { AROUND_ROWS, type LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import type { BoardOrder } from '@called-it/shared/game/board-order'
import type { BoardOrders } from './board-orders.ts'
import { presentBoardRow } from './presenter.ts'

type AroundParts = { readonly db: Database; readonly orders: BoardOrders }

/**
 * The rows around a player. Of a large board everybody asks for them right after a change, so requests wait for the
 * order of the players, which is read once, instead of letting Postgres read the board for each.
 */
export async function readAround(
  { db, orders }: AroundParts,
  board: number,
  userId: number,
): Promise<{ rows: LeaderboardEntry[] }> {
  const inOrder = () =>
    inSnapshot(db, async (trx) => {
      const version = await getTopicVersion(trx, topics.board(board))
      const order = orders.find(board, { version, players: await countPlayers(trx, board) })
      return order && listInOrder(trx, board, order, userId)
    })
  let rows = await inOrder()
  const reading = rows === null ? orders.reading(board) : null
  if (reading) {
    await reading
    rows = await inOrder()
  }
  rows ??= await inSnapshot(db, (trx) => listAround(trx, board, { userId, limit: AROUND_ROWS }))
  return { rows: rows.map(presentBoardRow) }
}

async function listInOrder(
  trx: Database,
  board: number,
  order: BoardOrder,
  userId: number,
): Promise<BoardRow[]> {
  const place = order.placeOf(userId)
  if (place === null) return []
  const userIds = [...order.userIds.subarray(Math.max(0, place - 1 - AROUND_ROWS), place + AROUND_ROWS)]
  const byId = new Map((await listPlayers(trx, board, userIds)).map((player) => [player.userId, player]))
  return userIds.flatMap((id) => {
    const player = byId.get(id)
    return player ? { ...player, rank: order.rankOf(player.total) } : []
  })
}
