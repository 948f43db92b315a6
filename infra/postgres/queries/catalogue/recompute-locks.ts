import { isDeepStrictEqual } from 'node:util'
import type { Schedule } from '@called-it/shared/game/calendar'
import { sql } from 'kysely'
import { ZONE_RULES } from '../../../venue-zones/zone-of-venue.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { holdSchedule } from '../work/advisory-locks.ts'
import { findFact, putFact } from '../work/installation-facts.ts'
import { insertRun } from '../work/runs.ts'
import { LOCKS_AT, TAKES_PICKS } from './shows.ts'

/**
 * Stores the band's schedule and, if the locks of existing shows were computed with another one or by the release
 * before, inserts a run that computes them. Add the topic `runs` if it returns true.
 */
export async function insertRecomputationIfDue(
  trx: DatabaseTransaction,
  schedule: Schedule,
): Promise<boolean> {
  await holdSchedule(trx)
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
