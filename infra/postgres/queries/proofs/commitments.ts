import type { SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { HASH_BYTES } from '../../../pick-proofs/tree.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'

type Slice = { after: number; limit: number }
type Lock = { showId: number; lockNo: number }

/** The packed picks of a show one after the other, by user id. */
export async function readPicks(
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

/** The leaves one after the other, by user id from the given one on. */
export async function readLeaves(
  db: Database,
  { showId, lockNo }: Lock,
  { from, limit }: { from: number; limit: number },
): Promise<{ userIds: number[]; leaves: Buffer }> {
  const { rows } = await sql<{ userIds: number[] | null; leaves: Buffer | null }>`
    SELECT array_agg(user_id ORDER BY user_id) AS "userIds", string_agg(leaf, '' ORDER BY user_id) AS leaves
    FROM (
      SELECT user_id, leaf FROM pick_commitments
      WHERE show_id = ${showId} AND lock_no = ${lockNo} AND user_id >= ${from} ORDER BY user_id LIMIT ${limit}
    ) AS slice`.execute(db)
  return { userIds: rows[0]?.userIds ?? [], leaves: rows[0]?.leaves ?? Buffer.alloc(0) }
}

/** @param songIds by default all */
export async function readSongSlugs(
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
