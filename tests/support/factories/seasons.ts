import type { Database } from '@called-it/infra/postgres/client'
import { computeSeason, storeSeason } from '@called-it/infra/postgres/queries/seasons/seasons'
import {
  computeTourStatistics,
  storeTourStatistics,
} from '@called-it/infra/postgres/queries/seasons/tour-statistics'

/** Stores what a worker makes of a tour that is over. */
export async function makeSeason(db: Database, tourId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const season = await computeSeason(trx, tourId)
    if (!season) throw new Error('the tour is not over')
    await storeSeason(trx, tourId, season)
  })
}

/** Stores what a worker makes of the setlists of a tour. */
export async function makeTourStatistics(db: Database, tourId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const computed = await computeTourStatistics(trx, tourId)
    if (!computed) throw new Error('the tour has no past show')
    await storeTourStatistics(trx, tourId, computed)
  })
}
