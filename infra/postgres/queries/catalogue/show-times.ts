import type { ShowTimes, StoredTimes } from '@called-it/shared/game/show-times'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { END_OF_TONIGHT, IS_CANCELLED, isCancelled, LOCKS_AT, selectShows } from './shows.ts'

/** What decides the times of a show, and what is stored of them. */
export type ListedShowTimes = Awaited<ReturnType<typeof listShowTimes>>[number]

/** A row of name, city, state and country of a venue, as `venue_times` has them. */
export function placeKey(...names: readonly RawBuilder<string | null>[]): RawBuilder<unknown> {
  return sql`(${sql.join(names.map((name) => sql`lower(trim(coalesce(${name}, '')))`))})`
}

/** @param shows the name of that table in the query */
export function placeOf(shows: string): RawBuilder<unknown> {
  const columns = ['venue', 'city', 'state', 'country']
  return placeKey(...columns.map((column) => sql.ref<string | null>(`${shows}.${column}`)))
}

export const LACKS_ZONE = sql<boolean>`(shows.time_zone IS NULL AND shows.time_source = 'unknown')`

/** Whether a choice matters for a show: its lock may move, or it closed early because its zone is unknown. */
export const FOLLOWS_CHOICE = sql<boolean>`
  (${LOCKS_AT} > now() OR (${LACKS_ZONE} AND ${END_OF_TONIGHT} > now()))`

const PLACE_OF_CHOICE = sql`(choice.venue, choice.city, choice.state, choice.country)`

/**
 * The first of several shows on one day at the venue: the first in its source's list, so the first inserted, unless
 * another is known to start before the early start. Cancelled ones count: the show that is left starts as it was to.
 */
const IS_FIRST_OF_DAY = sql<boolean>`(
  SELECT count(*) > 1 AND shows.id = (array_agg(other.id ORDER BY
    coalesce(other.set_starts_local, other.listed_times ->> 'startsLocal', choice.early_starts_local), other.id))[1]
  FROM shows AS other
  WHERE other.showdate = shows.showdate AND other.vanished_at IS NULL AND ${placeOf('other')} = ${PLACE_OF_CHOICE})`

/** These shows, and the others of their days at venues where the first of a day starts early. */
export async function listShowTimes(db: Database, showIds: readonly number[]) {
  return db
    .selectFrom('shows')
    .leftJoin('venue_times as choice', (join) =>
      join.on(sql<boolean>`${PLACE_OF_CHOICE} = ${placeOf('shows')}`),
    )
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
      // An admin has to say whether a zone that was chosen for two places is that of this one.
      sql<boolean>`coalesce(choice.zone_in_doubt, false)`.as('zoneInDoubt'),
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
        FROM shows JOIN venue_times AS choice ON ${PLACE_OF_CHOICE} = ${placeOf('shows')}
          JOIN shows AS other ON other.showdate = shows.showdate AND ${PLACE_OF_CHOICE} = ${placeOf('other')}
        WHERE shows.id = ANY (${showIds}::integer[]) AND choice.early_starts_local IS NOT NULL)`,
    )
    .orderBy('shows.id')
    .execute()
}

/** In the order of their ids, so that two of these cannot wait for each other. */
export async function holdShowsForUpdate(
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

export type Venue = { venue: string; city: string | null; state: string | null; country: string | null }

const keyOf = ({ venue, city, state, country }: Venue) =>
  placeKey(...[venue, city, state, country].map((name) => sql<string | null>`${name}::text`))

/** Keeps what an admin chose for a venue. What is not given stays. */
export async function upsertVenueChoice(
  trx: DatabaseTransaction,
  venue: Venue,
  { timeZone, earlyStartsLocal }: { timeZone: string | undefined; earlyStartsLocal: string | undefined },
): Promise<void> {
  await sql`
    INSERT INTO venue_times AS kept (venue, city, state, country, time_zone, early_starts_local)
    SELECT place.*, ${timeZone ?? null}, ${earlyStartsLocal ?? null} FROM (VALUES ${keyOf(venue)}) AS place
    ON CONFLICT (venue, city, state, country) DO UPDATE SET
      time_zone = coalesce(excluded.time_zone, kept.time_zone),
      zone_in_doubt = kept.zone_in_doubt AND excluded.time_zone IS NULL,
      early_starts_local = coalesce(excluded.early_starts_local, kept.early_starts_local)`.execute(trx)
}

export async function listShowIdsThatFollowChoice(trx: DatabaseTransaction, venue: Venue): Promise<number[]> {
  const shows = await trx
    .selectFrom('shows')
    .select('id')
    .where(sql<boolean>`${placeOf('shows')} = ${keyOf(venue)}`)
    .where(FOLLOWS_CHOICE)
    .execute()
  return shows.map(({ id }) => id)
}

/** A show of which an admin has to settle the zone or the start. */
export type UnsettledShow = Awaited<ReturnType<typeof listUnsettledShows>>[number]

const lacksStart = (shows: string) => sql<boolean>`
  (${sql.ref(`${shows}.set_starts_local`)} IS NULL AND ${sql.ref(`${shows}.set_locks_at`)} IS NULL
    AND coalesce(${sql.ref(`${shows}.listed_times`)} ->> 'startsLocal', ${sql.ref(`${shows}.listed_times`)} ->> 'locksAt')
      IS NULL)`

/** Of several shows on one day at the venue, none of them with a start. */
const IS_ONE_OF_TWO = sql<boolean>`(
  ${lacksStart('shows')}
  AND EXISTS (
    SELECT FROM shows AS other
    WHERE other.showdate = shows.showdate AND other.id <> shows.id
      AND ${placeOf('other')} = ${placeOf('shows')}
      AND other.vanished_at IS NULL AND NOT ${isCancelled('other')} AND ${lacksStart('other')})
  AND NOT EXISTS (
    SELECT FROM venue_times AS choice
    WHERE (choice.venue, choice.city, choice.state, choice.country) = ${placeOf('shows')}
      AND early_starts_local IS NOT NULL))`

/** Soonest first. */
export async function listUnsettledShows(db: Database) {
  return selectShows(db)
    .select([
      // The same for all shows at a venue.
      sql<string>`${placeOf('shows')}::text`.as('venueKey'),
      LACKS_ZONE.as('lacksZone'),
      'shows.zone_needs_check as zoneNeedsCheck',
      IS_ONE_OF_TWO.as('isOneOfTwo'),
    ])
    .where(FOLLOWS_CHOICE)
    .where('shows.vanished_at', 'is', null)
    .where('shows.is_scored', '=', false)
    .where(({ not }) => not(isCancelled('shows')))
    .where(({ eb, or }) => or([LACKS_ZONE, eb('shows.zone_needs_check', '=', true), IS_ONE_OF_TWO]))
    .orderBy('shows.showdate')
    .orderBy(LOCKS_AT)
    .orderBy('shows.id')
    .execute()
}
