import type { TimeSource } from '@called-it/shared/contract/shows'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_CANCELLED, LOCKS_AT, NOW } from './shows.ts'

/** A show as calendars have it. */
export type CalendarShow = {
  id: number
  showdate: string
  venue: string
  city: string | null
  state: string | null
  country: string | null
  tour: string | null
  startsAt: Date | null
  locksAt: Date
  timeSource: TimeSource
  isCancelled: boolean
  /** Counts the changes that calendars show. */
  sequence: number
  changedAt: Date
  readAt: Date
}

const DAYS_BACK = 30

/** All shows of a tour, or those of all tours from a month ago on. */
export async function listCalendarShows(db: Database, tourId: number | null): Promise<CalendarShow[]> {
  return (
    db
      .selectFrom('shows')
      .leftJoin('tours', 'tours.id', 'shows.tour_id')
      .select([
        'shows.id',
        'shows.showdate',
        'shows.venue',
        'shows.city',
        'shows.state',
        'shows.country',
        'tours.name as tour',
        'shows.starts_at as startsAt',
        LOCKS_AT.as('locksAt'),
        'shows.time_source as timeSource',
        IS_CANCELLED.as('isCancelled'),
        'shows.calendar_sequence as sequence',
        'shows.calendar_changed_at as changedAt',
        NOW.as('readAt'),
      ])
      .where('shows.vanished_at', 'is', null)
      // An excluded one that was announced is cancelled.
      .where((eb) => eb.or([eb('shows.excluded', '=', false), eb(IS_CANCELLED, '=', true)]))
      .where((eb) =>
        tourId === null
          ? eb('shows.showdate', '>', sql<string>`current_date - ${DAYS_BACK}::integer`)
          : eb('shows.tour_id', '=', tourId),
      )
      .orderBy('shows.showdate')
      .orderBy('shows.id')
      .execute()
  )
}
