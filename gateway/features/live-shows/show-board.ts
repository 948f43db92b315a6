import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import {
  findLiveBoardVersion,
  findNewestLiveBoard,
  type NewestLiveBoard,
} from '@called-it/infra/postgres/queries/live/live-boards'
import { findRevision } from '@called-it/infra/postgres/queries/live/played-songs'
import { listFollowedIds, listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { AROUND_ROWS } from '@called-it/shared/contract/leaderboards'
import { SHOW_BOARD_PAGE, type ShowBoard, type ShowBoardRow } from '@called-it/shared/contract/live-shows'
import { ApiError } from '../../http/errors.ts'
import { getShowWithPublicPicks, isShowTonight } from '../../resources/show.ts'
import type { LiveShowParts } from './live-show.ts'
import { presentShowBoardRow } from './presenter.ts'
import { NOBODY, type PlacedRow, placeIn, rowsFrom, type ShowOrder, type ShowOrders } from './show-orders.ts'
import { readTourBoard, rowsAroundOwn } from './tour-board.ts'

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
  const followed = query.around && user ? await listFollowedShown(db, user.id) : []
  if (query.of === 'tour') {
    const tourId = tourOf(show)
    const ofTour = await readTourBoard(db, { tourId, tour, order, user, followed })
    const rows = query.around ? rowsAroundOwn(ofTour, followed) : ofTour.rows
    const { players, own } = ofTour
    return { rows, players, own, revision, followed: listedOf(followed, rows), next: null }
  }
  const place = user && placeIn(order, user.id)
  const own = place === null ? null : (rowsFrom(order, place, 1)[0] ?? null)
  const { rows: placed, next } = query.around
    ? rowsAround(order, place, followed)
    : pageAfter(order, query.after ?? 0)
  const rows = await presentRows(db, placed, user)
  return {
    rows,
    players: order.totals.length,
    own: own && { rank: own.rank, total: own.total },
    revision,
    followed: listedOf(followed, rows),
    next,
  }
}

type BoardVersion = Pick<NewestLiveBoard, 'revision' | 'madeAt'>

async function findOrder(orders: ShowOrders, show: Show, board: BoardVersion | null): Promise<ShowOrder> {
  if (show.scoreSetId !== null) return orders.find(show.id, { scoreSetId: show.scoreSetId })
  return board ? orders.find(show.id, board) : NOBODY
}

/** While a live board is expected, its revision. The order of a score set has the number of the set instead. */
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

function rowsAround(order: ShowOrder, place: number | null, followed: readonly number[]): Page {
  const first = place === null ? 0 : Math.max(0, place - AROUND_ROWS)
  const end = place === null ? 0 : place + AROUND_ROWS + 1
  const others = followed.flatMap((userId) => placeIn(order, userId) ?? [])
  const places = new Set([...Array.from({ length: end - first }, (_, index) => first + index), ...others])
  const rows = [...places].sort((one, other) => one - other).flatMap((at) => rowsFrom(order, at, 1))
  return { rows, next: null }
}

/** Only those who show their picks: without a name their points would be public. */
async function listFollowedShown(db: Database, userId: number): Promise<number[]> {
  return [...(await listShownPlayers(db, await listFollowedIds(db, userId))).keys()]
}

function listedOf(followed: readonly number[], rows: readonly ShowBoardRow[]): number[] {
  const listed = new Set(rows.map(({ player }) => player?.id))
  return followed.filter((id) => listed.has(id))
}

async function presentRows(db: Database, rows: readonly PlacedRow[], user: User | null) {
  const players = await listShownPlayers(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.map((row) => presentShowBoardRow(row, players, user?.id ?? null))
}

function tourOf({ tourId }: Show): number {
  if (tourId === null) throw new ApiError('tour_not_found')
  return tourId
}
