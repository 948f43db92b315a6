import type { PlayerResult } from '@called-it/shared/contract/results'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { BOARD_ORDER } from '../standings/standings.ts'

/** Five integers. */
const PACKED_BYTES = 20
const PLAYERS_OF_CHUNK = 3_200

/** Sorts a million players in memory. */
const SORT_MEMORY = '128MB'

/** The table of a tour, in order, packed in chunks. Call it in its own transaction. */
export async function packResults(trx: DatabaseTransaction, tourId: number): Promise<Buffer[]> {
  await sql`SET LOCAL work_mem = ${sql.lit(SORT_MEMORY)}`.execute(trx)
  const { rows } = await sql<{ players: Buffer }>`
    WITH placed AS (
      SELECT user_id, total, shows, best, (rank() OVER (ORDER BY total DESC))::integer AS rank,
        row_number() OVER (ORDER BY ${BOARD_ORDER}) - 1 AS place
      FROM standings JOIN users ON users.id = user_id
      WHERE board = ${tourId}
    )
    SELECT string_agg(int4send(user_id) || int4send(rank) || int4send(total) || int4send(shows) || int4send(best),
      ''::bytea ORDER BY place) AS players
    FROM placed
    GROUP BY place / ${sql.lit(PLAYERS_OF_CHUNK)}
    ORDER BY place / ${sql.lit(PLAYERS_OF_CHUNK)}`.execute(trx)
  return rows.map(({ players }) => players)
}

/** The players of a chunk under the names that they have now; null if it has been replaced. */
export async function findResults(
  db: Database,
  chunk: { tourId: number; version: string; number: number },
): Promise<PlayerResult[] | null> {
  const row = await db
    .selectFrom('season_results')
    .select('players')
    .where('tour_id', '=', chunk.tourId)
    .where('version', '=', chunk.version)
    .where('number', '=', chunk.number)
    .executeTakeFirst()
  if (!row) return null
  const { players } = row
  const offsets = Array.from({ length: players.length / PACKED_BYTES }, (_, place) => place * PACKED_BYTES)
  const names = await listNames(
    db,
    offsets.map((offset) => players.readInt32BE(offset)),
  )
  return offsets.map((offset) => ({
    rank: players.readInt32BE(offset + 4),
    name: names.get(players.readInt32BE(offset)) ?? '',
    points: players.readInt32BE(offset + 8),
    shows: players.readInt32BE(offset + 12),
    best: players.readInt32BE(offset + 16),
  }))
}

async function listNames(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', '=', sql<number>`ANY(${userIds}::integer[])`)
    .execute()
  return new Map(users.map(({ id, display_name }) => [id, display_name]))
}
