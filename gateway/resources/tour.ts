import type { Database } from '@called-it/infra/postgres/client'
import { findTour } from '@called-it/infra/postgres/queries/catalogue/tours'
import { ApiError } from '../http/errors.ts'

/** @throws ApiError `tour_not_found` */
export async function getTour(db: Database, tourId: number) {
  const tour = await findTour(db, tourId)
  if (!tour) throw new ApiError('tour_not_found')
  return tour
}
