import type { Database } from '@called-it/infra/postgres/client'
import { listTours } from '@called-it/infra/postgres/queries/catalogue/tours'
import type { Tour } from '@called-it/shared/contract/tours'
import { presentTour } from '../../resources/tour.ts'

export async function readTours(db: Database): Promise<{ tours: Tour[] }> {
  return { tours: (await listTours(db)).map(presentTour) }
}
