import { type RawBuilder, sql } from 'kysely'
import type { ShowInputs, ShowTimes, StoredTimes } from '../../../show-times/show-times.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { END_OF_TONIGHT, IS_CANCELLED, LOCKS_AT } from './shows.ts'

/** What decides the times of a show, and what is stored of them. */
export type ListedShowTimes = ShowInputs &
  StoredTimes & {
    id: number
    venue: string
    city: string | null
    state: string | null
    country: string | null
    /** By an admin for the venue. */
    chosenZone: string | null
  }

/** A name of a venue or city as `venue_choices` has it. */
export function venueKey(name: RawBuilder<string | null>): RawBuilder<string> {
  return sql`lower(trim(coalesce(${name}, '')))`
}

export const LACKS_ZONE = sql<boolean>`(shows.time_zone IS NULL AND shows.time_source = 'unknown')`

/** Whether a choice matters for a show: its lock may move, or it closed early because its zone is unknown. */
export const FOLLOWS_CHOICE = sql<boolean>`
  (${LOCKS_AT} > now() OR (${LACKS_ZONE} AND ${END_OF_TONIGHT} > now()))`

/** Whether a choice, a row of `venue_choices`, is that of the show's venue. */
const CHOICE_OF_SHOW = sql<boolean>`
  choice.venue = ${venueKey(sql.ref('shows.venue'))} AND choice.city = ${venueKey(sql.ref('shows.city'))}`

/**
 * Of several shows on one day at the venue the first of its source's list, which is the first inserted. Cancelled ones
 * count: the show that is left starts when it was to start.
 */
const IS_FIRST_OF_DAY = sql<boolean>`(
  SELECT count(*) > 1 AND min(other.id) = shows.id FROM shows AS other
  WHERE other.showdate = shows.showdate AND other.vanished_at IS NULL
    AND choice.venue = ${venueKey(sql.ref('other.venue'))} AND choice.city = ${venueKey(sql.ref('other.city'))})`

/** These shows, and the others of their days at venues where the first of a day starts early. */
export async function listShowTimes(db: Database, showIds: readonly number[]): Promise<ListedShowTimes[]> {
  return db
    .selectFrom('shows')
    .leftJoin('venue_choices as choice', (join) => join.on(CHOICE_OF_SHOW))
    .select([
      'shows.id',
      'shows.showdate',
      'shows.venue',
      'shows.city',
      'shows.state',
      'shows.country',
      'shows.listed_times as listedTimes',
      'shows.set_starts_local as setStartsLocal',
      'shows.set_locks_at as setLocksAt',
      'shows.locks_at as locksAt',
      'shows.time_zone as timeZone',
      'shows.zone_needs_check as zoneNeedsCheck',
      'shows.starts_local as startsLocal',
      'shows.starts_at as startsAt',
      'shows.time_source as timeSource',
      'shows.notice',
      'shows.picks_closed as picksClosed',
      IS_CANCELLED.as('isCancelled'),
      sql<string | null>`coalesce(shows.cancel_reason, shows.exclusion_reason)`.as('cancelReason'),
      'choice.time_zone as chosenZone',
      sql<string | null>`
        CASE WHEN choice.early_starts_local IS NOT NULL AND ${IS_FIRST_OF_DAY} THEN choice.early_starts_local END`.as(
        'earlyStartsLocal',
      ),
    ])
    .where(
      'shows.id',
      'in',
      sql<number>`(
        SELECT unnest(${showIds}::integer[])
        UNION
        SELECT other.id
        FROM shows JOIN venue_choices AS choice ON ${CHOICE_OF_SHOW} JOIN shows AS other USING (showdate)
        WHERE shows.id = ANY (${showIds}::integer[]) AND choice.early_starts_local IS NOT NULL
          AND choice.venue = ${venueKey(sql.ref('other.venue'))})`,
    )
    .orderBy('shows.id')
    .execute()
}

/** In the order of their ids, so that two of these cannot wait for each other. */
export async function lockShowsForChange(
  trx: DatabaseTransaction,
  showIds: readonly number[],
): Promise<void> {
  await sql`
    SELECT FROM shows WHERE id = ANY (${showIds}::integer[]) ORDER BY id FOR NO KEY UPDATE`.execute(trx)
}

export async function updateShowTimes(
  trx: DatabaseTransaction,
  shows: readonly (ShowTimes & Pick<StoredTimes, 'notice'> & { showId: number })[],
): Promise<void> {
  await sql`
    UPDATE shows SET time_zone = given."timeZone", zone_needs_check = given."zoneNeedsCheck",
      starts_local = given."startsLocal", starts_at = given."startsAt", time_source = given."timeSource",
      locks_at = given."locksAt", notice = given.notice
    FROM jsonb_to_recordset(${JSON.stringify(shows)}::jsonb) AS given(
      "showId" integer, "timeZone" text, "zoneNeedsCheck" boolean, "startsLocal" text, "startsAt" timestamptz,
      "timeSource" text, "locksAt" timestamptz, notice jsonb)
    WHERE shows.id = given."showId"`.execute(trx)
}
