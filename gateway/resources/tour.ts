import type { Database } from '@called-it/infra/postgres/client'
import { findTour, type Tour as StoredTour } from '@called-it/infra/postgres/queries/catalogue/tours'
import type { Tour } from '@called-it/shared/contract/tours'
import { ApiError } from '../http/errors.ts'

/** @throws ApiError `tour_not_found` */
export async function getTour(db: Database, tourId: number): Promise<StoredTour> {
  const tour = await findTour(db, tourId)
  if (!tour) throw new ApiError('tour_not_found')
  return tour
}

export function presentTour(tour: StoredTour): Tour {
  return {
    id: tour.id,
    name: tour.name,
    start_date: tour.startDate,
    end_date: tour.endDate,
    description: tour.description,
  }
}
