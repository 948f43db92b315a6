import { HASH_BYTES } from '@called-it/shared/game/proof-tree'
import type { SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { PickLocksTable } from '../../schema/builds.ts'
import { listMailedAdmins } from '../accounts/users.ts'
import { PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { getDatabaseTime } from '../work/database.ts'
import { insertFact } from '../work/installation-facts.ts'
import { insertJobs } from '../work/outbox.ts'
import { CLOSED_AT, insertJobsOfShows, selectLockedShows } from './locked-shows.ts'

/** Since a release that makes roots was started first. Picks that were locked before stay without one. */
export async function getRootsSince(db: Database): Promise<string> {
  return insertFact(db, 'roots-since', (await getDatabaseTime(db)).toISOString())
}

/** Shows that were locked without a root of their picks. */
function selectDueShows(db: Database, since: string) {
  return selectLockedShows(db, {
    since,
    without: { table: sql`pick_locks`, where: sql`made.replaced_at IS NULL` },
  })
}

/** Enqueues the commitments to the picks of shows that were locked. */
export async function insertDueCommitments(db: Database, since: string): Promise<void> {
  await insertJobsOfShows(db, 'commit-picks', selectDueShows(db, since))
}

export type DueLock = NonNullable<Awaited<ReturnType<typeof findDueLock>>>

/** Null unless the show was locked and has no root. */
export async function findDueLock(trx: DatabaseTransaction, showId: number, since: string) {
  const due = await selectDueShows(trx, since)
    .select([
      'shows.source_id as sourceId',
      'shows.showdate',
      sql<number>`(SELECT count(*) + 1 FROM pick_locks WHERE pick_locks.show_id = shows.id)::integer`.as(
        'number',
      ),
      CLOSED_AT.as('lockedAt'),
    ])
    .where('shows.id', '=', showId)
    .executeTakeFirst()
  return due ?? null
}

export async function insertPickLock(
  trx: DatabaseTransaction,
  lock: Omit<PickLocksTable, 'locked_at' | 'created_at' | 'replaced_at'> & { locked_at: Date },
): Promise<void> {
  await replacePickLock(trx, lock.show_id)
  await trx.insertInto('pick_locks').values(lock).execute()
}

/** Picks are opened again: the lock stays listed, and the next one gets a root of its own. */
export async function replacePickLock(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx
    .updateTable('pick_locks')
    .set({ replaced_at: sql<Date>`now()` })
    .where('show_id', '=', showId)
    .where('replaced_at', 'is', null)
    .execute()
}

const ROOT_TEXT = sql<string | null>`encode(root, 'hex')`

/** Locks of a show by number, the newest first. What was published stays, also while its picks are open again. */
export async function listPickLocks(db: Database, showId: number) {
  return db
    .selectFrom('pick_locks')
    .select(['number', 'locked_at', 'created_at', 'leaves', ROOT_TEXT.as('root'), 'replaced_at'])
    .where('show_id', '=', showId)
    .orderBy('number', 'desc')
    .execute()
}

export type CurrentLock = NonNullable<Awaited<ReturnType<typeof findCurrentLock>>>

/** What proofs are made from; null without picks, and while they are not public. */
export async function findCurrentLock(db: Database, showId: number) {
  const lock = await db
    .selectFrom('pick_locks')
    .innerJoin('shows', 'shows.id', 'pick_locks.show_id')
    .select([
      'number',
      'shows.source_id as sourceId',
      'pick_locks.showdate',
      'salt_key as saltKey',
      'leaves',
      'root',
      'nodes',
      'first_users as firstUsers',
    ])
    .where('show_id', '=', showId)
    .where('replaced_at', 'is', null)
    .where('root', 'is not', null)
    .where('nodes', 'is not', null)
    .where(PICKS_ARE_PUBLIC)
    .$narrowType<{ root: Buffer; nodes: Buffer }>()
    .executeTakeFirst()
  return lock ?? null
}

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

/** Mails the root of a lock to the admins, so that it is known outside the database. */
export async function insertRootMails(
  trx: DatabaseTransaction,
  lock: { showId: number; lockNo: number },
): Promise<void> {
  const admins = await listMailedAdmins(trx)
  await insertJobs(
    trx,
    'mail-pick-root',
    admins.map((userId) => ({ userId, ...lock })),
  )
}

/** Null for a show that is gone, and without picks. */
export async function findMailedRoot(db: Database, { showId, lockNo }: { showId: number; lockNo: number }) {
  const lock = await db
    .selectFrom('pick_locks')
    .innerJoin('shows', 'shows.id', 'pick_locks.show_id')
    .select(['pick_locks.showdate', 'venue', 'leaves', 'root'])
    .where('show_id', '=', showId)
    .where('number', '=', lockNo)
    .where('root', 'is not', null)
    .$narrowType<{ root: Buffer }>()
    .executeTakeFirst()
  return lock ?? null
}
