import type { Database } from '@called-it/infra/postgres/client'
import { computeSeason, storeSeason } from '@called-it/infra/postgres/queries/seasons/seasons'

/** Stores what a worker makes of a tour that is over. */
export async function makeSeason(db: Database, tourId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const season = await computeSeason(trx, tourId)
    if (!season) throw new Error('the tour is not over')
    await storeSeason(trx, tourId, season)
  })
}
