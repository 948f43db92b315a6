import type { Database } from '@called-it/infra/postgres/client'
import { listTourShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import { Accepted, type Handlers } from '../../http/handler.ts'
import { presentShow } from '../../resources/show.ts'
import { getTour } from '../../resources/tour.ts'
import type { Builds } from '../../runs/builds.ts'
import { readTours } from './service.ts'
import { readTourPage } from './tour-page.ts'

type TourParts = { readonly db: Database; readonly builds: Builds }

export function tourRoutes(parts: TourParts): Pick<Handlers, 'listTours' | 'listTourShows' | 'getTourPage'> {
  const { db } = parts
  return {
    listTours: () => readTours(db),
    getTourPage: async ({ params, signal }) =>
      (await readTourPage(parts, params.tourId, signal)) ?? new Accepted({ status: 'computing' }),
    listTourShows: async ({ params }) => {
      const tour = await getTour(db, params.tourId)
      return { shows: (await listTourShows(db, tour.id)).map(presentShow) }
    },
  }
}
