import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { PickLocksTable } from '../../schema/after-shows.ts'
import { LOCKS_AT, NOW, PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { getDatabaseTime } from '../work/clock.ts'
import { insertFact } from '../work/installation-facts.ts'
import { tryLockCommitments } from '../work/locks.ts'
import { insertJobs } from '../work/outbox.ts'

/** Older locks stay without a root: it would come too late to prove anything. */
const MAX_LOCK_DAYS = 7

/** A scoring run may close picks before the lock. */
const CLOSED_AT = sql<Date>`
  least(${LOCKS_AT}, (SELECT created_at FROM score_sets WHERE score_sets.id = shows.score_set_id), now())`

/** Since a release that makes roots was started first. Picks that were locked before stay without one. */
export async function readRootsSince(db: Database): Promise<string> {
  return insertFact(db, 'roots-since', (await getDatabaseTime(db)).toISOString())
}

/** Shows that were locked without a root of their picks. */
function selectDueShows(db: Database, since: string) {
  const earliest = sql`greatest(${since}::timestamptz, ${NOW} - make_interval(days => ${MAX_LOCK_DAYS}))`
  return db
    .selectFrom('shows')
    .where(PICKS_ARE_PUBLIC)
    .where(sql<boolean>`(shows.locks_at >= ${earliest} OR shows.locks_at IS NULL)`)
    .where(sql<boolean>`${CLOSED_AT} >= ${earliest}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pick_locks')
            .select('number')
            .whereRef('pick_locks.show_id', '=', 'shows.id')
            .where('replaced_at', 'is', null)
            // Else a gateway of release 0.6.0 has opened the picks again.
            .where(sql<boolean>`(pick_locks.created_at >= ${LOCKS_AT} OR shows.picks_closed)`),
        ),
      ),
    )
}

/** Enqueues the commitments to the picks of shows that were locked. Several workers may call it at once. */
export async function insertDueCommitments(db: Database, since: string): Promise<void> {
  const due = selectDueShows(db, since)
    .select('shows.id')
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM outbox
        WHERE job = 'commit-picks' AND payload = jsonb_build_object('showId', shows.id)
          AND ((done_at IS NULL AND dead_at IS NULL) OR dead_at IS NOT NULL))`,
    )
    .orderBy('shows.id')
  if ((await due.execute()).length === 0) return
  await db.transaction().execute(async (trx) => {
    if (!(await tryLockCommitments(trx))) return
    const { rows } = await trx.executeQuery(due.compile())
    await insertJobs(
      trx,
      'commit-picks',
      rows.map(({ id: showId }) => ({ showId })),
    )
  })
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

/** Of a show whose picks are opened again: the lock stays listed, and the next one gets a root of its own. */
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
