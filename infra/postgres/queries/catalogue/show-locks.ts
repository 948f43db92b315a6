import type { ShowNotice, ShowOverlay } from '@called-it/shared/contract/shows'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { deleteExpectedPointsOfShow } from '../chances/expected-points.ts'
import { thawChances } from '../chances/frozen-chances.ts'
import { deleteSystemCard } from '../chances/system-cards.ts'
import { insertLockEvent, releaseLockEvents } from '../outlets/public-events.ts'
import { replacePickLock } from '../proofs/pick-locks.ts'

/* What admins do to a show and its picks. Lock the show first, and settle its times afterwards. */

export async function setLock(trx: DatabaseTransaction, showId: number, locksAt: Date | null): Promise<void> {
  await trx.updateTable('shows').set({ set_locks_at: locksAt }).where('id', '=', showId).execute()
}

export async function setStart(
  trx: DatabaseTransaction,
  showId: number,
  startsLocal: string | null,
): Promise<void> {
  await trx.updateTable('shows').set({ set_starts_local: startsLocal }).where('id', '=', showId).execute()
}

export async function setOverlay(
  trx: DatabaseTransaction,
  showId: number,
  overlay: ShowOverlay,
): Promise<void> {
  await trx.updateTable('shows').set({ overlay }).where('id', '=', showId).execute()
}

/** To the microsecond: saves that were acknowledged in this millisecond are stored before the lock. */
export async function lockNow(trx: DatabaseTransaction, showId: number, notice: ShowNotice): Promise<void> {
  await trx
    .updateTable('shows')
    .from(sql<{ now: Date }>`(SELECT clock_timestamp() AS now)`.as('clock'))
    .set(({ ref }) => ({
      locks_at: ref('clock.now'),
      set_locks_at: ref('clock.now'),
      time_source: 'admin',
      notice: JSON.stringify(notice),
    }))
    .where('shows.id', '=', showId)
    .execute()
  await insertLockEvent(trx, showId)
}

export async function openPicksAgain(
  trx: DatabaseTransaction,
  showId: number,
  { locksAt, notice }: { locksAt: Date; notice: ShowNotice },
): Promise<void> {
  // They show picks, which are hidden again.
  await trx.deleteFrom('live_boards').where('show_id', '=', showId).execute()
  await deleteExpectedPointsOfShow(trx, showId)
  await deleteSystemCard(trx, showId, 'crowd')
  await thawChances(trx, showId)
  await replacePickLock(trx, showId)
  await trx
    .updateTable('shows')
    .set({
      locks_at: locksAt,
      set_locks_at: locksAt,
      time_source: 'admin',
      picks_closed: false,
      notice: JSON.stringify(notice),
    })
    .where('id', '=', showId)
    .execute()
  await releaseLockEvents(trx, [showId])
}

export async function markCancelled(
  trx: DatabaseTransaction,
  showId: number,
  notice: ShowNotice,
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({ cancelled_at: notice.at, cancel_reason: notice.reason, notice: JSON.stringify(notice) })
    .where('id', '=', showId)
    .execute()
}

export async function unmarkCancelled(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx
    .updateTable('shows')
    .set({ cancelled_at: null, cancel_reason: null, notice: null })
    .where('id', '=', showId)
    .execute()
}

/** Whether the band has begun, as far as is stored, and whether the show was ever scored, also if it was reset. */
export async function getProgress(
  trx: DatabaseTransaction,
  showId: number,
): Promise<{ hasSongs: boolean; wasScored: boolean }> {
  return trx
    .selectFrom('shows')
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('performances')
            .select('performances.sequence')
            .whereRef('performances.revision_id', '=', 'shows.setlist_revision_id'),
        )
        .$castTo<boolean>()
        .as('hasSongs'),
      eb('shows.settled_by_order', 'is not', null).$castTo<boolean>().as('wasScored'),
    ])
    .where('shows.id', '=', showId)
    .executeTakeFirstOrThrow()
}
