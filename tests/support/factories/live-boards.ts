import type { Database } from '@called-it/infra/postgres/client'
import type { LiveBoardsTable, StoredSongCount, StoredTourBoard } from '@called-it/infra/postgres/schema/live'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import type { Selectable } from 'kysely'

export type GivenBoard = {
  showId: number
  revision?: number
  /** In the order of the board. */
  rows: readonly { userId: number; total: number }[]
  songs?: StoredSongCount[]
  tour?: StoredTourBoard
}

/** A live board as the worker stores it. */
export async function makeLiveBoard(
  db: Database,
  { showId, revision = 0, rows, songs = [], tour }: GivenBoard,
): Promise<Selectable<LiveBoardsTable>> {
  return db
    .insertInto('live_boards')
    .values({
      show_id: showId,
      revision,
      players: rows.length,
      histogram: packTotals(rows),
      top: JSON.stringify(rows.slice(0, 10).map(({ userId, total }) => [userId, total])),
      songs: JSON.stringify(songs),
      board: Buffer.from(Int32Array.from(rows, ({ userId }) => userId).buffer),
      tour: tour ? JSON.stringify(tour) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function packTotals(rows: readonly { total: number }[]): string {
  const byTotal = Map.groupBy(rows, ({ total }) => total)
  return packHistogram(Array.from(byTotal, ([total, { length }]) => ({ total, players: length })))
}
