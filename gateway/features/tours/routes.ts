import { listTourShows } from '@called-it/infra/postgres/queries/shows'
import { listTours } from '@called-it/infra/postgres/queries/tours'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentShow } from '../shows/presenter.ts'
import { getTour } from './get-tour.ts'
import { presentTour } from './presenter.ts'

export function tourRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listTours' | 'listTourShows'> {
  return {
    listTours: async () => ({ tours: (await listTours(db)).map(presentTour) }),
    listTourShows: async ({ params }) => {
      const tour = await getTour(db, params.tourId)
      return { shows: (await listTourShows(db, tour.id)).map(presentShow) }
    },
  }
}
