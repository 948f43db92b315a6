import type { Database } from '@called-it/infra/postgres/client'
import { listPracticeShows, listSongsBefore } from '@called-it/infra/postgres/queries/catalogue/practice'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import { ApiError } from '../../http/errors.ts'
import { keepById } from '../../resources/kept-by-id.ts'
import { getShowWithPublicPicks, isShowTonight } from '../../resources/show.ts'

const MAX_SHOWS = 2_000
const MAX_KEPT = 32

export async function readPracticeShows(db: Database): Promise<ResponseBody<Endpoints['listPracticeShows']>> {
  return { shows: await listPracticeShows(db, MAX_SHOWS) }
}

type Practice = ResponseBody<Endpoints['getPractice']>

export type Practices = {
  /** @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`, `show_not_over`, `setlist_not_found` */
  read(showId: number): Promise<Practice>
}

/** Keeps each for up to a minute: all stored setlists are counted, which takes 40 ms for 1,900 shows. */
export function openPractices(db: Database): Practices {
  const kept = keepById<Practice>(MAX_KEPT)
  return {
    async read(showId) {
      const show = await getShowWithPublicPicks(db, showId)
      if (isShowTonight(show)) throw new ApiError('show_not_over')
      if (!show.hasSongs) throw new ApiError('setlist_not_found')
      const minute = Math.floor(show.readAt.getTime() / 60_000)
      return kept.find(show.id, String(minute), async () => ({
        songs: await listSongsBefore(db, show.id),
      }))
    },
  }
}
