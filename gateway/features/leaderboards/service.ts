import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import {
  type BoardPage,
  type BoardPosition,
  countPlayers,
  findStanding,
  listBoard,
  listPlayers,
  type PlacedStanding,
  positionOf,
} from '@called-it/infra/postgres/queries/standings/standings'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { isStorable } from '@called-it/shared/contract/entered-fields'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD, type Leaderboard, type OwnScore } from '@called-it/shared/contract/leaderboards'
import type { BoardOrder } from '@called-it/shared/game/board-order'
import { said } from '@called-it/shared/languages/said'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { presentBoardRow } from '../../resources/board-row.ts'
import { getTour } from '../../resources/tour.ts'
import type { BoardOrders } from './board-orders.ts'

/** Not negative: SQL negates it, and -2147483648 has no opposite. */
const int32 = z.int32().nonnegative()
const sortName = z.string().refine(isStorable)
const position = z.tuple([int32, int32, int32, sortName, int32])

/** The opaque text of `next` and `after`. */
function writeCursor({ total, best, shows, sortName, userId }: BoardPosition): string {
  return Buffer.from(JSON.stringify([total, best, shows, sortName, userId])).toString('base64url')
}

/** @throws ApiError 422 */
export function readCursor(cursor: string): BoardPosition {
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) {
    throw new ApiError('invalid', { issues: [{ path: 'after', message: said('field.board-place') }] })
  }
  const [total, best, shows, name, userId] = parsed.data
  return { total, best, shows, sortName: name, userId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type BoardParts = {
  readonly db: Database
  /** Null when only first pages are read. */
  readonly orders: BoardOrders | null
}

type Page = { limit: number; after: BoardPosition | null }

/** Rows, total and version are of one snapshot. */
export function readBoard({ db, orders }: BoardParts, board: number, page: Page): Promise<Leaderboard> {
  return inSnapshot(db, async (trx) => {
    const [version, players] = [
      await getTopicVersion(trx, topics.board(board)),
      await countPlayers(trx, board),
    ]
    const { limit, after } = page
    // Everybody requests the first page right after a change, when the order is not in memory yet.
    const order = (after && orders?.find(board, { version, players })) ?? null
    const inOrder = after && (await listInOrder(trx, board, order, { limit, after }))
    const { rows, next } = inOrder ?? (await listBoard(trx, board, page))
    return {
      leaderboard: rows.map(presentBoardRow),
      total: players,
      next: next && writeCursor(next),
      version,
    }
  })
}

/** Null when the order is not in memory, or when the player of the cursor has moved. */
async function listInOrder(
  trx: Database,
  board: number,
  order: BoardOrder | null,
  { limit, after }: { limit: number; after: BoardPosition },
): Promise<BoardPage | null> {
  const first = order?.placeOf(after.userId) ?? null
  if (order === null || first === null) return null
  const userIds = [...order.userIds.subarray(first, first + limit)]
  const players = await listPlayers(trx, board, [after.userId, ...userIds])
  const byId = new Map(players.map((player) => [player.userId, player]))
  const before = byId.get(after.userId)
  if (!before || !isDeepStrictEqual(positionOf(before), after)) return null
  const rows = userIds.flatMap((userId) => byId.get(userId) ?? [])
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({ ...row, rank: order.rankOf(row.total) })),
    next: last && first + limit < order.userIds.length ? positionOf(last) : null,
  }
}

type BoardQuery = { limit: number; after?: string | undefined }

/** @throws ApiError 422 for an invalid `after` */
export function readBoardPage(parts: BoardParts, query: BoardQuery): Promise<Leaderboard> {
  return readBoard(parts, GLOBAL_BOARD, toPage(query))
}

/** @throws ApiError `tour_not_found`; 422 for an invalid `after` */
export async function readTourBoardPage(
  parts: BoardParts,
  tourId: number,
  query: BoardQuery,
): Promise<Leaderboard & { tourName: string }> {
  const page = toPage(query)
  const tour = await getTour(parts.db, tourId)
  return { ...(await readBoard(parts, tour.id, page)), tourName: tour.name }
}

function toPage({ limit, after }: BoardQuery): Page {
  return { limit, after: after === undefined ? null : readCursor(after) }
}

export function readOwnScore(db: Database, board: number, userId: number): Promise<OwnScore> {
  return inSnapshot(db, async (trx) =>
    presentOwnScore(await findStanding(trx, board, userId), {
      players: await countPlayers(trx, board),
      version: await getTopicVersion(trx, topics.board(board)),
    }),
  )
}

function presentOwnScore(
  standing: PlacedStanding | null,
  board: { players: number; version: number },
): OwnScore {
  return {
    totalScore: standing?.total ?? 0,
    showsParticipated: standing?.shows ?? 0,
    bestScore: standing?.best ?? 0,
    rank: standing?.rank ?? null,
    players: board.players,
    version: board.version,
  }
}
