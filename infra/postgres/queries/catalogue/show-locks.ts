import { isDeepStrictEqual } from 'node:util'
import type { ShowNotice, ShowOverlay } from '@called-it/shared/contract/shows'
import type { Schedule } from '@called-it/shared/game/calendar'
import { sql } from 'kysely'
import { ZONE_RULES } from '../../../venue-zones/zone-of-venue.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertAuditEntry } from '../accounts/audit-log.ts'
import { deleteExpectedPointsOfShow } from '../chances/above-expectation.ts'
import { thawChances } from '../chances/frozen-chances.ts'
import { deleteSystemCard } from '../chances/system-cards.ts'
import { insertLockEvent, releaseLockEvents } from '../outlets/public-events.ts'
import { replacePickLock } from '../proofs/pick-locks.ts'
import { holdLock } from '../work/advisory-locks.ts'
import { findFact, putFact } from '../work/installation-facts.ts'
import { insertRun } from '../work/runs.ts'
import { LOCKS_AT, NOW, type Show, TAKES_PICKS } from './shows.ts'

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

/** Before the start. A setlist from before that is a mistake or a test. */
const FIRST_SONG_HOURS = 3

/** Whether a first song would close the picks at this time. */
export function mayBegin({ startsAt, locksAt }: Pick<Show, 'startsAt' | 'locksAt'>, now: Date): boolean {
  return (startsAt ?? locksAt).getTime() - FIRST_SONG_HOURS * 3_600_000 <= now.getTime()
}

/**
 * Closes the picks of a show whose band has begun before the lock. Call it with the locked show when a setlist with
 * songs is stored: running saves have finished.
 *
 * @param createdBy the admin who entered the setlist; null: it is the source's
 */
export async function closePicksAtFirstSong(
  trx: DatabaseTransaction,
  { showId, createdBy }: { showId: number; createdBy: number | null },
): Promise<void> {
  const { rows } = await sql<{ from: string; to: string }>`
    UPDATE shows SET locks_at = ${NOW},
      notice = jsonb_build_object('kind', 'first-song', 'at', ${NOW}, 'reason', NULL, 'from', ${LOCKS_AT})
    WHERE id = ${showId} AND NOT picks_closed AND cancelled_at IS NULL AND ${LOCKS_AT} > ${NOW}
      AND coalesce(starts_at, ${LOCKS_AT}) - make_interval(hours => ${FIRST_SONG_HOURS}) <= ${NOW}
    RETURNING notice ->> 'from' AS "from", notice ->> 'at' AS "to"`.execute(trx)
  const [closed] = rows
  if (closed === undefined) return
  await insertAuditEntry(trx, {
    actorId: createdBy,
    action: 'show:locked',
    subject: `show:${showId}`,
    address: null,
    requestId: null,
    details: { cause: 'first song', ...closed },
  })
  await insertLockEvent(trx, showId)
}

/**
 * Stores the band's schedule and, if the locks of existing shows were computed with another one or by the release
 * before, inserts a run that computes them. Add the topic `runs` if it returns true.
 */
export async function insertRecomputationIfDue(
  trx: DatabaseTransaction,
  schedule: Schedule,
): Promise<boolean> {
  await holdLock(trx, 'show schedule')
  const isSameSchedule = isDeepStrictEqual(await findFact(trx, 'schedule'), schedule)
  if (isSameSchedule && (await findFact(trx, 'zone-rules')) === ZONE_RULES) return false
  await putFact(trx, 'schedule', schedule)
  await putFact(trx, 'zone-rules', ZONE_RULES)
  const show = await trx.selectFrom('shows').select('id').limit(1).executeTakeFirst()
  if (!show) return false
  await insertRun(trx, { kind: 'recompute-locks', order: {}, orderedBy: null })
  return true
}

/** Shows whose lock may move, and those without a zone. */
export async function listShowsToRecompute(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('shows')
    .select('id')
    .where((eb) => eb.or([eb(LOCKS_AT, '>', sql<Date>`now()`), eb('time_zone', 'is', null)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export type RecomputedLocks = {
  /** Since the run was requested, soonest first. */
  moved: { showdate: string; venue: string }[]
  kept: number
  /** Upcoming shows without a zone. */
  unknown: number
}

/** From what is stored: a run that was interrupted has forgotten what it did. */
export async function summarizeRecomputation(db: Database, runId: number): Promise<RecomputedLocks> {
  const isNotedSince = (kind: 'lock-moved' | 'lock-kept') => sql<boolean>`
    (notice ->> 'kind' = ${kind} AND (notice ->> 'at')::timestamptz >= (SELECT created_at FROM runs WHERE id = ${runId}))`
  const moved = await db
    .selectFrom('shows')
    .select(['showdate', 'venue'])
    .where(isNotedSince('lock-moved'))
    .orderBy('showdate')
    .orderBy('id')
    .execute()
  const { kept, unknown } = await db
    .selectFrom('shows')
    .select([
      sql<number>`count(*) FILTER (WHERE ${isNotedSince('lock-kept')})::integer`.as('kept'),
      sql<number>`count(*) FILTER (WHERE time_zone IS NULL AND ${TAKES_PICKS})::integer`.as('unknown'),
    ])
    .executeTakeFirstOrThrow()
  return { moved, kept, unknown }
}
