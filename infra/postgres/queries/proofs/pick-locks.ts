import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { PickLocksTable } from '../../schema/builds.ts'
import { PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { getDatabaseTime } from '../work/clock.ts'
import { insertFact } from '../work/installation-facts.ts'
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

export type DueLock = {
  sourceId: string
  showdate: string
  number: number
  lockedAt: Date
}

/** Null unless the show was locked and has no root. */
export async function findDueLock(
  trx: DatabaseTransaction,
  showId: number,
  since: string,
): Promise<DueLock | null> {
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

/** Locks of a show by number, the newest first. What was published stays, also while its picks are open again. */
export async function listPickLocks(db: Database, showId: number) {
  return db
    .selectFrom('pick_locks')
    .select(['number', 'locked_at', 'created_at', 'leaves', 'root', 'replaced_at'])
    .where('show_id', '=', showId)
    .orderBy('number', 'desc')
    .execute()
}

export type CurrentLock = {
  number: number
  sourceId: string
  showdate: string
  saltKey: Buffer
  leaves: number
  root: Buffer
  nodes: Buffer
  firstUsers: number[]
}

/** What proofs are made from; null without picks, and while they are not public. */
export async function findCurrentLock(db: Database, showId: number): Promise<CurrentLock | null> {
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
