import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { OrderedBoard } from '../live/live-boards.ts'

/** A user id and a total. */
const PACKED_BYTES = 6

/** Sorts a million players in memory. */
const SORT_MEMORY = '128MB'

/** All players of a score set in the order of the board of one show. Call it in its own transaction. */
export async function getOrderedScores(trx: DatabaseTransaction, scoreSetId: number): Promise<OrderedBoard> {
  await sql`SET LOCAL work_mem = ${sql.lit(SORT_MEMORY)}`.execute(trx)
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(int4send(scores.user_id) || int2send(scores.total), ''::bytea
      ORDER BY scores.total DESC, users.sort_name, scores.user_id) AS packed
    FROM scores JOIN users ON users.id = scores.user_id
    WHERE scores.score_set_id = ${scoreSetId}`.execute(trx)
  return unpack(rows[0]?.packed ?? Buffer.alloc(0))
}

/** All players of a score set, in no order. */
export async function getScores(db: Database, scoreSetId: number): Promise<OrderedBoard> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(int4send(user_id) || int2send(total), ''::bytea) AS packed
    FROM scores WHERE score_set_id = ${scoreSetId}`.execute(db)
  return unpack(rows[0]?.packed ?? Buffer.alloc(0))
}

function unpack(packed: Buffer): OrderedBoard {
  const length = packed.length / PACKED_BYTES
  return {
    userIds: Int32Array.from({ length }, (_, at) => packed.readInt32BE(at * PACKED_BYTES)),
    totals: Uint16Array.from({ length }, (_, at) => packed.readUInt16BE(at * PACKED_BYTES + 4)),
  }
}
