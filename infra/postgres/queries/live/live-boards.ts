import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import type { Database } from '../../client.ts'

/** First to last. */
export type OrderedBoard = { readonly userIds: Int32Array; readonly totals: Uint16Array }

/** All rows of a board; null once there is a newer one, or where the show was opened again. */
export async function readOrderedBoard(
  db: Database,
  showId: number,
  revision: number,
): Promise<OrderedBoard | null> {
  const row = await db
    .selectFrom('live_boards')
    .select(['players', 'histogram', 'board'])
    .where('show_id', '=', showId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!row?.board) return null
  const totals = new Uint16Array(row.players)
  let end = 0
  for (const { total, players } of unpackHistogram(row.histogram)) {
    totals.fill(total, end, end + players)
    end += players
  }
  const { buffer } = Uint8Array.from(row.board)
  return { userIds: new Int32Array(buffer), totals }
}
