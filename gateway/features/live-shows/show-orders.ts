import type { Database } from '@called-it/infra/postgres/client'
import { findOrderedBoard, type OrderedBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { getOrderedScores } from '@called-it/infra/postgres/queries/standings/scores'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { BoardOrder } from '@called-it/shared/game/board-order'
import type { TotalCount } from '@called-it/shared/game/standings'
import pLimit from 'p-limit'
import { keepById } from '../../resources/kept-by-id.ts'

/** 10 MB for a show of a million players. */
const MAX_SHOWS = 8

export type ShowOrder = {
  readonly order: BoardOrder
  /** By place, from 0. */
  readonly totals: Uint16Array
  readonly histogram: readonly TotalCount[]
}

/** What decides a show's board: the revision of its live board, or its score set once it is final. */
export type ShowOrderKey =
  | { readonly revision: number; readonly madeAt: Date }
  | { readonly scoreSetId: number }

export type ShowOrders = {
  /** For a live board the newest one, which may be newer than the key. */
  find(showId: number, key: ShowOrderKey): Promise<ShowOrder>
}

/** Keeps the players of a few shows in the order of their boards. */
export function openShowOrders(db: Database): ShowOrders {
  const kept = keepById<ShowOrder>(MAX_SHOWS)
  // Each sorts all players of a show in Postgres.
  const oneAtATime = pLimit(1)
  return {
    find: (showId, key) =>
      kept.find(showId, JSON.stringify(key), () =>
        'scoreSetId' in key ? oneAtATime(() => readScores(db, key.scoreSetId)) : readNewestBoard(db, showId),
      ),
  }
}

async function readScores(db: Database, scoreSetId: number): Promise<ShowOrder> {
  return toOrder(scoreSetId, await inSnapshot(db, (trx) => getOrderedScores(trx, scoreSetId)))
}

async function readNewestBoard(db: Database, showId: number): Promise<ShowOrder> {
  const board = await findOrderedBoard(db, showId)
  return board ? toOrder(board.revision, board) : NOBODY
}

function toOrder(version: number, { userIds, totals }: OrderedBoard): ShowOrder {
  const players = new Map<number, number>()
  for (const total of totals) players.set(total, (players.get(total) ?? 0) + 1)
  const histogram = Array.from(players, ([total, count]) => ({ total, players: count }))
  return { order: new BoardOrder(version, userIds, histogram), totals, histogram }
}

export const NOBODY: ShowOrder = toOrder(0, { userIds: new Int32Array(), totals: new Uint16Array() })

export type PlacedRow = { readonly userId: number; readonly total: number; readonly rank: number }

/** Rows from a place, from 0. */
export function rowsFrom({ order, totals }: ShowOrder, first: number, limit: number): PlacedRow[] {
  return Array.from(order.userIds.subarray(first, first + limit), (userId, index) => {
    const total = totals[first + index] ?? 0
    return { userId, total, rank: order.rankOf(total) }
  })
}

/** The place of a player, from 0; null for one who is not on the board. */
export function placeIn({ order }: ShowOrder, userId: number): number | null {
  const place = order.placeOf(userId)
  return place === null ? null : place - 1
}
