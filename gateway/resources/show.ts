import type { Database } from '@called-it/infra/postgres/client'
import { findShow, type Show as StoredShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import type { Show } from '@called-it/shared/contract/shows'
import { closesAt, isOpenForPicks } from '@called-it/shared/game/calendar'
import { ApiError } from '../http/errors.ts'

/** @throws ApiError `show_not_found` */
export async function getShow(db: Database, showId: number): Promise<StoredShow> {
  const show = await findShow(db, showId)
  if (!show) throw new ApiError('show_not_found')
  return show
}

/** @param now by the database's clock */
export function isShowOpen(show: StoredShow, now: Date): boolean {
  const state = {
    showdate: show.showdate,
    locks_at: show.locksAt,
    is_scored: show.isScored,
    was_scored: show.picksClosed,
  }
  return isOpenForPicks(state, now)
}

export function presentShow(show: StoredShow): Show {
  return {
    showid: show.id,
    show_id: show.id,
    id: show.id,
    showdate: show.showdate,
    date: show.showdate,
    venue: show.venue,
    city: show.city,
    state: show.state,
    country: show.country,
    location: presentLocation(show),
    tour_id: show.tourId,
    is_scored: show.isScored,
    is_open: isShowOpen(show, show.readAt),
    locks_at: show.locksAt?.toISOString() ?? null,
    closes_at: closesAt({ showdate: show.showdate, locks_at: show.locksAt }).toISOString(),
    version: show.version,
  }
}

/** The known parts, separated by commas: `Harborview, USA`. */
export function presentLocation({
  city,
  state,
  country,
}: Pick<StoredShow, 'city' | 'state' | 'country'>): string {
  return [city, state, country].filter((part) => part !== null && part.trim() !== '').join(', ')
}
