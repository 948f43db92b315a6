import type { Database } from '@called-it/infra/postgres/client'
import { listOpenShows, listPlayedShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import { RECENT_SHOWS, type Show } from '@called-it/shared/contract/shows'
import { ApiError } from '../../http/errors.ts'
import { presentShow } from './presenter.ts'

/** The shows that take picks now, soonest first. */
export async function readUpcomingShows(db: Database): Promise<{ shows: Show[] }> {
  return { shows: (await listOpenShows(db)).map(presentShow) }
}

/** The last shows that have a setlist, newest first. */
export async function readRecentShows(db: Database): Promise<{ shows: Show[] }> {
  return { shows: (await listPlayedShows(db, RECENT_SHOWS)).map(presentShow) }
}

/**
 * The last show that has a setlist.
 *
 * @throws ApiError `show_not_found`
 */
export async function readRecentShow(db: Database): Promise<Show> {
  const [show] = await listPlayedShows(db, 1)
  if (!show) throw new ApiError('show_not_found')
  return presentShow(show)
}
