import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { listFollowedIds } from '@called-it/infra/postgres/queries/players/players'
import {
  type BoardRow,
  countPlayers,
  listAround,
  listPlaced,
  listPlayers,
} from '@called-it/infra/postgres/queries/standings/standings'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import { AROUND_ROWS, type BoardAround } from '@called-it/shared/contract/leaderboards'
import type { BoardOrder } from '@called-it/shared/game/board-order'
import { presentBoardRow } from '../../resources/board-row.ts'
import type { BoardOrders } from './board-orders.ts'

type AroundParts = { readonly db: Database; readonly orders: BoardOrders }

/**
 * The rows around a player, and of those whom the player follows. Of a large board everybody asks for them right after
 * a change, so requests wait for the order of the players, which is read once, instead of letting Postgres read the
 * board for each.
 */
export async function readAround(
  { db, orders }: AroundParts,
  board: number,
  userId: number,
): Promise<BoardAround> {
  const followed = await listFollowedIds(db, userId)
  const inOrder = () =>
    inSnapshot(db, async (trx) => {
      const version = await getTopicVersion(trx, topics.board(board))
      const order = orders.find(board, { version, players: await countPlayers(trx, board) })
      return order && listInOrder(trx, board, order, { userId, followed })
    })
  let rows = await inOrder()
  const reading = rows === null ? orders.reading(board) : null
  if (reading) {
    await reading
    rows = await inOrder()
  }
  rows ??= await inSnapshot(db, async (trx) => {
    const around = await listAround(trx, board, { userId, limit: AROUND_ROWS })
    if (followed.length === 0) return around
    return listPlaced(
      trx,
      board,
      withoutRepeats(
        around.map((row) => row.userId),
        followed,
      ),
    )
  })
  const listed = new Set(rows.map((row) => row.userId))
  return { rows: rows.map(presentBoardRow), followed: followed.filter((id) => listed.has(id)) }
}

async function listInOrder(
  trx: Database,
  board: number,
  order: BoardOrder,
  { userId, followed }: { userId: number; followed: readonly number[] },
): Promise<BoardRow[]> {
  const place = order.placeOf(userId)
  const around =
    place === null ? [] : order.userIds.subarray(Math.max(0, place - 1 - AROUND_ROWS), place + AROUND_ROWS)
  const userIds = withoutRepeats(around, followed)
    .filter((id) => order.placeOf(id) !== null)
    .sort((one, other) => (order.placeOf(one) ?? 0) - (order.placeOf(other) ?? 0))
  const byId = new Map((await listPlayers(trx, board, userIds)).map((player) => [player.userId, player]))
  return userIds.flatMap((id) => {
    const player = byId.get(id)
    return player ? { ...player, rank: order.rankOf(player.total) } : []
  })
}

function withoutRepeats(around: Iterable<number>, followed: readonly number[]): number[] {
  return [...new Set([...around, ...followed])]
}
