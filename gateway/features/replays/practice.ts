import type { Database } from '@called-it/infra/postgres/client'
import { listPracticeShows, listSongsBefore } from '@called-it/infra/postgres/queries/catalogue/practice'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import { ApiError } from '../../http/errors.ts'
import { getShowWithPublicPicks, isShowTonight, presentLocation } from '../../resources/show.ts'

const MAX_SHOWS = 2_000

export async function readPracticeShows(db: Database): Promise<ResponseBody<Endpoints['listPracticeShows']>> {
  const shows = await listPracticeShows(db, MAX_SHOWS)
  return {
    shows: shows.map((show) => ({
      id: show.id,
      date: show.showdate,
      venue: show.venue,
      location: presentLocation(show),
    })),
  }
}

/** @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`, `show_not_over`, `setlist_not_found` */
export async function readPractice(
  db: Database,
  showId: number,
): Promise<ResponseBody<Endpoints['getPractice']>> {
  const show = await getShowWithPublicPicks(db, showId)
  if (isShowTonight(show)) throw new ApiError('show_not_over')
  if (!show.hasSongs) throw new ApiError('setlist_not_found')
  const songs = await listSongsBefore(db, show.id)
  return {
    songs: songs.map(({ id, name, timesPlayed, gap, lastPlayed }) => ({
      id,
      name,
      times_played: timesPlayed,
      gap,
      last_played: lastPlayed,
    })),
  }
}
