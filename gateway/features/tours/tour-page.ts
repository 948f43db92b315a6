import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { listKeptTourShows, phaseOfShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listFinalShows } from '@called-it/infra/postgres/queries/catalogue/tours'
import {
  findTourStatistics,
  listTourSetlists,
} from '@called-it/infra/postgres/queries/seasons/tour-statistics'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import type { TourPage, TourStatistics } from '@called-it/shared/contract/tour-pages'
import { readNamesById } from '../../resources/song-names.ts'
import { getTour } from '../../resources/tour.ts'
import type { Builds } from '../../runs/builds.ts'

type TourPageParts = { readonly db: Database; readonly builds: Builds }

const NOTHING_PLAYED: TourStatistics = {
  songs: [],
  openers: [],
  closers: [],
  bust_outs: [],
  debuts: [],
  rests: [],
}

/**
 * Null while the statistics are being built, which the first request starts.
 *
 * @throws ApiError `tour_not_found`; `unavailable` after a failure
 */
export async function readTourPage(
  { db, builds }: TourPageParts,
  tourId: number,
  disconnected: AbortSignal,
): Promise<TourPage | null> {
  const tour = await getTour(db, tourId)
  const find = async (trx: DatabaseTransaction) => {
    const found = await findTourStatistics(trx, tourId)
    if (found && !found.stored) return null
    return { statistics: found?.stored ?? NOTHING_PLAYED, ...(await readShows(trx, tourId)) }
  }
  const page = await builds.find('build-tour', { tourId }, () => inSnapshot(db, find), disconnected)
  if (!page) return null
  const { statistics, shows } = page
  const ids = [
    ...shows.flatMap(({ setlist }) => setlist.flatMap(({ songs }) => songs)),
    ...statistics.rests.map(({ song }) => song),
  ]
  const names = await readNamesById(db, ids)
  return { tour, ...page, names: Object.fromEntries(ids.map((id) => [id, names.nameOf(id)])) }
}

async function readShows(
  trx: DatabaseTransaction,
  tourId: number,
): Promise<Pick<TourPage, 'shows' | 'is_over'>> {
  const setlists = Map.groupBy(await listTourSetlists(trx, tourId), ({ showId }) => showId)
  const shows = (await listKeptTourShows(trx, tourId)).map((show) => ({
    id: show.id,
    date: show.showdate,
    venue: show.venue,
    location: show.location,
    phase: phaseOfShow(show),
    setlist: (setlists.get(show.id) ?? []).map(({ set, songs }) => ({ set, songs })),
  }))
  return { shows, is_over: (await listFinalShows(trx)).has(tourId) }
}
