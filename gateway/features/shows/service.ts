import type { Database } from '@called-it/infra/postgres/client'
import {
  listLiveShows,
  listOpenShows,
  listPlayedShows,
} from '@called-it/infra/postgres/queries/catalogue/shows'
import { RECENT_SHOWS, type Show } from '@called-it/shared/contract/shows'
import { ApiError } from '../../http/errors.ts'
import { presentShow } from '../../resources/show.ts'

export async function readUpcomingShows(db: Database): Promise<{ shows: Show[] }> {
  return { shows: (await listOpenShows(db)).map(presentShow) }
}

export async function readLiveShows(db: Database): Promise<{ shows: Show[] }> {
  return { shows: (await listLiveShows(db)).map(presentShow) }
}

export async function readRecentShows(db: Database): Promise<{ shows: Show[] }> {
  return { shows: (await listPlayedShows(db, RECENT_SHOWS)).map(presentShow) }
}

/** @throws ApiError `show_not_found` when none was played */
export async function readRecentShow(db: Database): Promise<Show> {
  const [show] = await listPlayedShows(db, 1)
  if (!show) throw new ApiError('show_not_found')
  return presentShow(show)
}
