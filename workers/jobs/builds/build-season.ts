import { computeSeason, storeSeason } from '@called-it/infra/postgres/queries/seasons/seasons'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { RunFailedError, type RunHandler } from '../../runs/run-context.ts'

/** Stores the candidates for the awards of a tour that is over, and its results. */
export const buildSeason: RunHandler<'build-season'> = async ({ db, run, finish }) => {
  const { tourId } = run.order
  const season = await inSnapshot(db, (trx) => computeSeason(trx, tourId))
  if (!season) throw new RunFailedError('tour_not_over')
  return finish(async (trx) => {
    await storeSeason(trx, tourId, season)
    return { chunks: season.results.length }
  })
}
