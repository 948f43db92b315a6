import { listTourShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentShow } from '../../resources/show.ts'
import { getTour } from '../../resources/tour.ts'
import { readTours } from './service.ts'

export function tourRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listTours' | 'listTourShows'> {
  return {
    listTours: () => readTours(db),
    listTourShows: async ({ params }) => {
      const tour = await getTour(db, params.tourId)
      return { shows: (await listTourShows(db, tour.id)).map(presentShow) }
    },
  }
}
