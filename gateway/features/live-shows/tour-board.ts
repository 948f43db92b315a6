import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import {
  type BoardRow,
  countPlayers,
  listBoard,
  listPlaced,
} from '@called-it/infra/postgres/queries/standings/standings'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import type { StoredTourBoard } from '@called-it/infra/postgres/schema/live'
import { AROUND_ROWS } from '@called-it/shared/contract/leaderboards'
import { SHOW_BOARD_PAGE, type ShowBoard, type ShowBoardRow } from '@called-it/shared/contract/live-shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { rankByTotal } from '@called-it/shared/game/standings'
import { presentPlayer } from '../../resources/named-player.ts'
import { presentShowBoardRow } from './presenter.ts'
import { type PlacedRow, placeIn, type ShowOrder } from './show-orders.ts'

type TourParts = {
  tourId: number
  /** With the points of a show that runs; null without a live board. */
  tour: StoredTourBoard | null
  order: ShowOrder
  user: User | null
  followed: readonly number[]
}

/** The first rows, and those of the user and of followed players, wherever they are. */
type TourBoard = Pick<ShowBoard, 'rows' | 'players' | 'own'> & { wanted: ShowBoardRow[] }

export async function readTourBoard(db: Database, parts: TourParts): Promise<TourBoard> {
  const { user, followed, tour } = parts
  const wanted = user ? [user.id, ...followed] : []
  const board = await (tour
    ? asItStands(db, { ...parts, tour, wanted })
    : standingsOf(db, { ...parts, wanted }))
  const own = board.wanted.find(({ isOwn }) => isOwn)
  return { ...board, own: own ? { rank: own.rank, total: own.total } : null }
}

/** Around the user those of the first rows; of everybody further down the own row and those of followed players. */
export function rowsAroundOwn({ rows, wanted }: TourBoard, followed: readonly number[]): ShowBoardRow[] {
  const place = rows.findIndex(({ isOwn }) => isOwn)
  const isNear = (at: number) => place >= 0 && Math.abs(at - place) <= AROUND_ROWS
  const ids = new Set(followed)
  const listed = new Set(rows.map(({ player }) => player?.id))
  return [
    ...rows.filter(({ player }, at) => isNear(at) || (player && ids.has(player.id))),
    ...wanted.filter(({ player, isOwn }) => (isOwn ? place < 0 : !listed.has(player?.id))),
  ]
}

type Wanted = { wanted: readonly number[] }

/**
 * The first rows of the tour with the points of a show that runs. Nobody is named who does not show the picks: the
 * points of a song reveal who has it.
 */
async function asItStands(
  db: Database,
  { tourId, tour, order, user, wanted }: TourParts & Wanted & { tour: StoredTourBoard },
) {
  const rankOf = rankByTotal(unpackHistogram(tour.histogram))
  const place = (userId: number, total: number): PlacedRow => ({ userId, total, rank: rankOf(total) })
  const top = tour.top.map(([userId, total]) => place(userId, total))
  const standings = new Map((await listPlaced(db, tourId, wanted)).map((row) => [row.userId, row.total]))
  const others = wanted
    .flatMap((userId) => {
      const total = totalOf(userId, standings, order)
      return total === null ? [] : place(userId, total)
    })
    .sort((one, other) => other.total - one.total)
  const players = await listShownPlayers(
    db,
    [...top, ...others].map(({ userId }) => userId),
  )
  const withOwn = user ? new Map(players).set(user.id, presentPlayer(user)) : players
  return {
    rows: top.map((row) => presentShowBoardRow(row, players, user?.id ?? null)),
    wanted: others.map((row) => presentShowBoardRow(row, withOwn, user?.id ?? null)),
    players: tour.players,
  }
}

/** Null for one who is neither on the tour's board nor on the show's. */
function totalOf(userId: number, standings: ReadonlyMap<number, number>, order: ShowOrder): number | null {
  const before = standings.get(userId)
  const place = placeIn(order, userId)
  if (before === undefined && place === null) return null
  return (before ?? 0) + (place === null ? 0 : (order.totals[place] ?? 0))
}

/** The first rows of the tour without a live board. */
async function standingsOf(db: Database, { tourId, user, wanted }: TourParts & Wanted) {
  const present = (row: BoardRow): ShowBoardRow => ({
    rank: row.rank,
    total: row.total,
    player: { id: row.userId, display_name: row.displayName, avatar_path: row.avatar },
    isOwn: row.userId === user?.id,
  })
  return inSnapshot(db, async (trx) => ({
    rows: (await listBoard(trx, tourId, { limit: SHOW_BOARD_PAGE })).rows.map(present),
    wanted: (await listPlaced(trx, tourId, wanted)).map(present),
    players: await countPlayers(trx, tourId),
  }))
}
