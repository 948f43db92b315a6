import type { Database } from '@called-it/infra/postgres/client'
import { findTour, type Tour } from '@called-it/infra/postgres/queries/catalogue/tours'
import { ApiError } from '../../http/errors.ts'

/**
 * The tour of an id.
 *
 * @throws ApiError `tour_not_found`
 */
export async function getTour(db: Database, tourId: number): Promise<Tour> {
  const tour = await findTour(db, tourId)
  if (!tour) throw new ApiError('tour_not_found')
  return tour
}
