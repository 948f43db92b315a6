import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import {
  findLiveBoardVersion,
  findNewestLiveBoard,
  type LiveBoardVersion,
} from '@called-it/infra/postgres/queries/live/live-boards'
import { findRevision } from '@called-it/infra/postgres/queries/live/played-songs'
import { inSnapshot } from '@called-it/infra/postgres/queries/live/snapshot'
import { findShownPlayers } from '@called-it/infra/postgres/queries/predictions/shown-players'
import { countPlayers, findStanding, listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import type { StoredTourBoard } from '@called-it/infra/postgres/schema/live'
import { AROUND_ROWS } from '@called-it/shared/contract/leaderboards'
import { SHOW_BOARD_PAGE, type ShowBoard, type ShowBoardRow } from '@called-it/shared/contract/live-shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { rankByTotal } from '@called-it/shared/game/standings'
import { ApiError } from '../../http/errors.ts'
import { avatarPath } from '../../resources/avatar-path.ts'
import { getShowWithPublicPicks, isShowTonight } from '../../resources/show.ts'
import type { LiveShowParts } from './live-show.ts'
import { presentShowBoardRow } from './presenter.ts'
import { NOBODY, type PlacedRow, placeIn, rowsFrom, type ShowOrder, type ShowOrders } from './show-orders.ts'

type BoardQuery = { of: 'show' | 'tour'; around?: 'me' | undefined; after?: number | undefined }

/** @throws ApiError `not_logged_in`, `show_not_found`, `show_cancelled`, `picks_open`, `tour_not_found` */
export async function readShowBoard(
  { db, orders }: Pick<LiveShowParts, 'db' | 'orders'>,
  { showId, query, user }: { showId: number; query: BoardQuery; user: User | null },
): Promise<ShowBoard> {
  if (query.around && !user) throw new ApiError('not_logged_in')
  const { show, board, tour } = await inSnapshot(db, async (trx) => {
    const show = await getShowWithPublicPicks(trx, showId)
    const isLive = show.scoreSetId === null
    return {
      show,
      board: isLive ? await findLiveBoardVersion(trx, showId) : null,
      tour: isLive && query.of === 'tour' ? ((await findNewestLiveBoard(trx, showId))?.tour ?? null) : null,
    }
  })
  const order = await findOrder(orders, show, board)
  const revision = await revisionOf(db, show, order)
  if (query.of === 'tour') {
    const tourId = tourOf(show)
    const ofTour = tour
      ? await asItStands(db, { tourId, tour, order, user })
      : await standingsOf(db, tourId, user)
    const rows = query.around ? rowsAroundOwn(ofTour, user) : ofTour.rows
    return { ...ofTour, rows, revision, next: null }
  }
  const place = user && placeIn(order, user.id)
  const own = place === null ? null : (rowsFrom(order, place, 1)[0] ?? null)
  const { rows, next } = query.around ? rowsAround(order, place) : pageAfter(order, query.after ?? 0)
  return {
    rows: await presentRows(db, rows, user),
    players: order.totals.length,
    own: own && { rank: own.rank, total: own.total },
    revision,
    next,
  }
}

async function findOrder(orders: ShowOrders, show: Show, board: LiveBoardVersion | null): Promise<ShowOrder> {
  if (show.scoreSetId !== null) return orders.find(show.id, { scoreSetId: show.scoreSetId })
  return board ? orders.find(show.id, board) : NOBODY
}

/** Of the live board, while one is expected. An order of a score set has the set's number instead. */
async function revisionOf(db: Database, show: Show, { order }: ShowOrder): Promise<number> {
  if (show.scoreSetId === null && (order.version > 0 || isShowTonight(show))) return order.version
  return (await findRevision(db, show.id, null))?.number ?? 0
}

type Page = { rows: PlacedRow[]; next: number | null }

function pageAfter(order: ShowOrder, after: number): Page {
  const end = after + SHOW_BOARD_PAGE
  return {
    rows: rowsFrom(order, after, SHOW_BOARD_PAGE),
    next: end < order.totals.length ? end : null,
  }
}

function rowsAround(order: ShowOrder, place: number | null): Page {
  if (place === null) return { rows: [], next: null }
  const first = Math.max(0, place - AROUND_ROWS)
  return { rows: rowsFrom(order, first, place + AROUND_ROWS + 1 - first), next: null }
}

async function presentRows(db: Database, rows: readonly PlacedRow[], user: User | null) {
  const players = await findShownPlayers(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.map((row) => presentShowBoardRow(row, players, user?.id ?? null))
}

function tourOf({ tourId }: Show): number {
  if (tourId === null) throw new ApiError('tour_not_found')
  return tourId
}

type TourBoard = Pick<ShowBoard, 'rows' | 'players' | 'own'>

/** Those of the first rows; for a fan further down the own row alone. */
function rowsAroundOwn({ rows, own }: TourBoard, user: User | null): ShowBoardRow[] {
  const place = rows.findIndex(({ isOwn }) => isOwn)
  if (place >= 0) return rows.slice(Math.max(0, place - AROUND_ROWS), place + AROUND_ROWS + 1)
  if (!own || !user) return []
  const player = {
    id: user.id,
    display_name: user.displayName,
    avatar_path: avatarPath(user.id, user.avatarHash),
  }
  return [{ ...own, player, isOwn: true }]
}

type TourParts = { tourId: number; tour: StoredTourBoard; order: ShowOrder; user: User | null }

/**
 * The first rows of the tour with the points of a show that runs. Nobody is named who does not show the picks: the points
 * of a song tell who has it.
 */
async function asItStands(db: Database, { tourId, tour, order, user }: TourParts): Promise<TourBoard> {
  const rankOf = rankByTotal(unpackHistogram(tour.histogram))
  const rows = tour.top.map(([userId, total]) => ({ userId, total, rank: rankOf(total) }))
  const total = user && (await ownTourTotal(db, tourId, order, user.id))
  return {
    rows: await presentRows(db, rows, user),
    players: tour.players,
    own: total === null ? null : { rank: rankOf(total), total },
  }
}

/** Null for a fan who is neither on the tour's board nor on the show's. */
async function ownTourTotal(db: Database, tourId: number, order: ShowOrder, userId: number) {
  const standing = await findStanding(db, tourId, userId)
  const place = placeIn(order, userId)
  if (!standing && place === null) return null
  return (standing?.total ?? 0) + (place === null ? 0 : (order.totals[place] ?? 0))
}

/** The first rows of the tour without a live board. */
async function standingsOf(db: Database, tourId: number, user: User | null): Promise<TourBoard> {
  return inSnapshot(db, async (trx) => {
    const { rows } = await listBoard(trx, tourId, { limit: SHOW_BOARD_PAGE })
    const own = user && (await findStanding(trx, tourId, user.id))
    return {
      rows: rows.map(({ rank, total, userId, displayName, avatarHash }) => ({
        rank,
        total,
        player: { id: userId, display_name: displayName, avatar_path: avatarPath(userId, avatarHash) },
        isOwn: userId === user?.id,
      })),
      players: await countPlayers(trx, tourId),
      own: own && { rank: own.rank, total: own.total },
    }
  })
}
