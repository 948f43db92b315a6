import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { Database } from '../../client.ts'

const inflate = promisify(inflateRaw)

/** A player takes four bytes of user id and two of total. */
const ID_BYTES = 4
const PLAYER_BYTES = 6

/** All players of a live board in its order, each with the total. */
export type OrderedBoard = {
  readonly revision: number
  readonly userIds: Int32Array
  readonly totals: Uint16Array
}

/** Of the newest revision; null for a show without a live board. */
export async function readOrderedBoard(db: Database, showId: number): Promise<OrderedBoard | null> {
  const row = await db
    .selectFrom('live_boards')
    .select(['revision', 'board'])
    .where('show_id', '=', showId)
    .where('board', 'is not', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.board) return null
  const bytes = await inflate(row.board)
  const players = bytes.length / PLAYER_BYTES
  const userIds = Int32Array.from({ length: players }, (_, at) => bytes.readUInt32LE(at * ID_BYTES))
  const totals = Uint16Array.from({ length: players }, (_, at) =>
    bytes.readUInt16LE(players * ID_BYTES + at * 2),
  )
  return { revision: row.revision, userIds, totals }
}
