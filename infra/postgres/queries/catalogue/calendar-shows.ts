import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_CANCELLED, NOW, type Show, selectShows } from './shows.ts'

export type CalendarShow = Show & {
  /** Counts the changes of what calendars show. */
  sequence: number
  changedAt: Date
}

const DAYS_BACK = 30

/** All shows of a tour, or those of all tours from a month ago on. */
export async function listCalendarShows(db: Database, tourId: number | null): Promise<CalendarShow[]> {
  return (
    selectShows(db)
      .select(['shows.calendar_sequence as sequence', 'shows.calendar_changed_at as changedAt'])
      .where('shows.vanished_at', 'is', null)
      // One that is excluded before it is played is cancelled.
      .where((eb) => eb.or([eb('shows.excluded', '=', false), eb(IS_CANCELLED, '=', true)]))
      .where((eb) =>
        tourId === null
          ? eb('shows.showdate', '>', sql<string>`(${NOW} AT TIME ZONE 'UTC')::date - ${DAYS_BACK}::integer`)
          : eb('shows.tour_id', '=', tourId),
      )
      .orderBy('shows.showdate')
      .orderBy('shows.id')
      .execute()
  )
}
