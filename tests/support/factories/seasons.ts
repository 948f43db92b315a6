import type { Database } from '@called-it/infra/postgres/client'
import { computeSeason, storeSeason } from '@called-it/infra/postgres/queries/seasons/seasons'
import {
  computeTourStatistics,
  findTourStatistics,
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
    const found = await findTourStatistics(trx, tourId)
    if (!found) throw new Error('the tour has no past show')
    const statistics = await computeTourStatistics(trx, tourId)
    await storeTourStatistics(trx, tourId, { version: found.version, statistics })
  })
}
