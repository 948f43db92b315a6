import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { FOLLOWS_CHOICE, LACKS_ZONE, placeOf } from './show-times.ts'
import { isCancelled, LOCKS_AT, type Show, selectShows } from './shows.ts'

/** A show of which an admin has to settle the zone or the start. */
export type UnsettledShow = Show & {
  /** The same for all shows at a venue. */
  venueKey: string
  /** Neither the venue's zone nor a lock is known. */
  lacksZone: boolean
  zoneNeedsCheck: boolean
  /** One of several shows on one day at the venue, none of them with a start. */
  isOneOfTwo: boolean
}

const lacksStart = (shows: string) => sql<boolean>`
  (${sql.ref(`${shows}.set_starts_local`)} IS NULL AND ${sql.ref(`${shows}.set_locks_at`)} IS NULL
    AND coalesce(${sql.ref(`${shows}.listed_times`)} ->> 'startsLocal', ${sql.ref(`${shows}.listed_times`)} ->> 'locksAt')
      IS NULL)`

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
export async function listUnsettledShows(db: Database): Promise<UnsettledShow[]> {
  return selectShows(db)
    .select([
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
