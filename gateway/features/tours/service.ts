import type { Database } from '@called-it/infra/postgres/client'
import { listTours } from '@called-it/infra/postgres/queries/catalogue/tours'
import type { Tour } from '@called-it/shared/contract/tours'
import { presentTour } from './presenter.ts'

/** Every tour that fans can choose from. */
export async function readTours(db: Database): Promise<{ tours: Tour[] }> {
  return { tours: (await listTours(db)).map(presentTour) }
}
