import type { Show as StoredShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import type { Show } from '@called-it/shared/contract/shows'
import { closesAt } from '@called-it/shared/game/calendar'
import { isShowOpen } from './open-show.ts'

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

/** Where a show is, ready to print: the parts that are known, with a comma between them. */
export function presentLocation({
  city,
  state,
  country,
}: Pick<StoredShow, 'city' | 'state' | 'country'>): string {
  return [city, state, country].filter((part) => part !== null && part.trim() !== '').join(', ')
}
