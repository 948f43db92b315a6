import type { Database } from '@called-it/infra/postgres/client'
import { getScoredBy } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { phaseOfShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { findNewestLiveBoard, type NewestLiveBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { findRevision, listPlayed } from '@called-it/infra/postgres/queries/live/played-songs'
import { listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import { type LiveShow, TOP_ROWS } from '@called-it/shared/contract/live-shows'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS, type Points } from '@called-it/shared/game/points'
import { ApiError } from '../../http/errors.ts'
import { getShowWithPublicPicks, isShowTonight } from '../../resources/show.ts'
import type { LiveShowState } from './live-show-change.ts'
import { presentPerformance, presentTop } from './presenter.ts'
import { openShowOrders, rowsFrom, type ShowOrders } from './show-orders.ts'
import { openSongCounts, type SongCounts } from './song-counts.ts'

export type LiveShowParts = {
  readonly db: Database
  readonly orders: ShowOrders
  readonly songCounts: SongCounts
}

export function openLiveShowParts(db: Database): LiveShowParts {
  return { db, orders: openShowOrders(db), songCounts: openSongCounts(db) }
}

/**
 * Setlist, counts and board of one snapshot; only the names are those of now. Tonight the setlist is that of the live
 * board's revision: a newer one follows with its own board and version.
 *
 * @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`
 */
export async function readLiveShow(parts: LiveShowParts, showId: number): Promise<LiveShowState> {
  const { db } = parts
  const { show, version, board, revision, played } = await inSnapshot(db, async (trx) => {
    const show = await getShowWithPublicPicks(trx, showId)
    const board = await findNewestLiveBoard(trx, showId)
    const revision = await findRevision(trx, showId, board && isShowTonight(show) ? board.revision : null)
    return {
      show,
      board,
      revision,
      version: await getTopicVersion(trx, topics.live(showId)),
      played: revision ? await listPlayed(trx, revision.id) : [],
    }
  })
  const { id, scoreSetId } = show
  const standing = scoreSetId === null ? fromLiveBoard(board) : await fromScores(parts, id, scoreSetId)
  // A correction after the show has no live board.
  const isCounted = scoreSetId === null || (board !== null && board.revision === revision?.number)
  const songs = isCounted ? (board?.songs ?? []) : await parts.songCounts.count({ id, scoreSetId }, played)
  const counts = new Map(songs.map((song) => [song.songId, song]))
  const holders = songs.flatMap((song) => song.holders)
  const players = await listShownPlayers(db, [...standing.top.map(([userId]) => userId), ...holders])
  return {
    revision: revision?.number ?? 0,
    phase: phaseOfShow(show),
    openSet: revision ? revision.openSet : 'set1',
    players: standing.players,
    histogram: standing.histogram,
    top: presentTop(standing.top, players),
    points: standing.points,
    performances: played.map((one) => presentPerformance(one, counts.get(one.song.id), players)),
    version,
  }
}

export type ViewerParts = {
  /** The pages that show a show now. */
  viewersOf(showId: number): number
}

/** @throws ApiError `show_not_found`, `show_cancelled`, `picks_open` */
export async function readLivePage(parts: LiveShowParts & ViewerParts, showId: number): Promise<LiveShow> {
  return { ...(await readLiveShow(parts, showId)), viewers: parts.viewersOf(showId) }
}

/** Null while only their owners see the picks. */
export async function findLiveShow(parts: LiveShowParts, showId: number): Promise<LiveShowState | null> {
  try {
    return await readLiveShow(parts, showId)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

type Standing = Pick<NewestLiveBoard, 'players' | 'histogram' | 'top'> & { points: Points }

function fromLiveBoard(board: NewestLiveBoard | null): Standing {
  return { players: 0, histogram: '', top: [], ...board, points: POINTS }
}

async function fromScores(parts: LiveShowParts, showId: number, scoreSetId: number): Promise<Standing> {
  const order = await parts.orders.find(showId, { scoreSetId })
  return {
    points: (await getScoredBy(parts.db, scoreSetId)).points,
    players: order.totals.length,
    histogram: packHistogram(order.histogram),
    top: rowsFrom(order, 0, TOP_ROWS).map(({ userId, total }) => [userId, total]),
  }
}
