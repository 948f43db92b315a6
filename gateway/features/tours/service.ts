import type { Database } from '@called-it/infra/postgres/client'
import { listFinalShows, listTours } from '@called-it/infra/postgres/queries/catalogue/tours'
import type { ListedTour } from '@called-it/shared/contract/tours'

export async function readTours(db: Database): Promise<{ tours: ListedTour[] }> {
  const finalShows = await listFinalShows(db)
  const tours = await listTours(db)
  return {
    tours: tours.map((tour) => ({ ...tour, final_show: finalShows.get(tour.id) ?? null })),
  }
}
