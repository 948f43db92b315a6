import type { Tour as StoredTour } from '@called-it/infra/postgres/queries/catalogue/tours'
import type { Tour } from '@called-it/shared/contract/tours'

export function presentTour(tour: StoredTour): Tour {
  return {
    id: tour.id,
    name: tour.name,
    start_date: tour.startDate,
    end_date: tour.endDate,
    description: tour.description,
  }
}
