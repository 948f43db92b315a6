import { HASH_BYTES } from '@called-it/shared/game/proof-tree'
import type { SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

type Slice = { after: number; limit: number }
type Lock = { showId: number; lockNo: number }

const MAX_ID = 2 ** 31 - 1

/** Until the end of the transaction. With old statistics the planner would sort all predictions for each slice. */
export async function disableSorts(trx: DatabaseTransaction): Promise<void> {
  await sql`SET LOCAL enable_sort = off`.execute(trx)
}

/** The packed picks of a show one after the other, by user id. */
export async function listPicks(
  trx: DatabaseTransaction,
  showId: number,
  { after, limit }: Slice,
): Promise<{ userIds: number[]; packed: Buffer }> {
  const { rows } = await sql<{ userIds: number[] | null; packed: Buffer | null }>`
    SELECT array_agg(user_id ORDER BY user_id) AS "userIds", string_agg(picks, '' ORDER BY user_id) AS packed
    FROM (
      SELECT user_id, picks FROM predictions
      WHERE show_id = ${showId} AND user_id > ${after} ORDER BY user_id LIMIT ${limit}
    ) AS slice`.execute(trx)
  return { userIds: rows[0]?.userIds ?? [], packed: rows[0]?.packed ?? Buffer.alloc(0) }
}

/** @param leaves of these users, one after the other */
export async function insertCommitments(
  trx: DatabaseTransaction,
  { showId, lockNo }: Lock,
  userIds: readonly number[],
  leaves: Buffer,
): Promise<void> {
  await sql`
    INSERT INTO pick_commitments (show_id, lock_no, user_id, leaf)
    SELECT ${showId}, ${lockNo}, user_id, substring(${leaves}::bytea FROM (place::integer - 1) * ${HASH_BYTES} + 1 FOR ${HASH_BYTES})
    FROM unnest(${userIds}::integer[]) WITH ORDINALITY AS player (user_id, place)`.execute(trx)
}

/**
 * The leaves of a range of user ids one after the other. A limit would not do: without statistics of the new rows all
 * that follow are sorted, 100 ms of a million.
 *
 * @param before undefined: up to the last
 */
export async function listLeaves(
  db: Database,
  { showId, lockNo }: Lock,
  { from, before = MAX_ID + 1 }: { from: number; before: number | undefined },
): Promise<{ userIds: number[]; leaves: Buffer }> {
  const { rows } = await sql<{ userIds: number[] | null; leaves: Buffer | null }>`
    SELECT array_agg(user_id ORDER BY user_id) AS "userIds", string_agg(leaf, '' ORDER BY user_id) AS leaves
    FROM pick_commitments
    WHERE show_id = ${showId} AND lock_no = ${lockNo}
      AND user_id BETWEEN ${from} AND ${before - 1}`.execute(db)
  return { userIds: rows[0]?.userIds ?? [], leaves: rows[0]?.leaves ?? Buffer.alloc(0) }
}

/** @param songIds by default all */
export async function listSongSlugs(
  db: Database,
  songIds?: readonly SongId[],
): Promise<ReadonlyMap<SongId, string>> {
  const songs = await db
    .selectFrom('songs')
    .select(['id', 'slug'])
    .$if(songIds !== undefined, (query) => query.where('id', '=', sql<number>`ANY(${songIds}::integer[])`))
    .execute()
  return new Map(songs.map(({ id, slug }) => [id, slug]))
}
