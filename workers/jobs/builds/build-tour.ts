import {
  computeTourStatistics,
  storeTourStatistics,
} from '@called-it/infra/postgres/queries/seasons/tour-statistics'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { RunFailedError, type RunHandler } from '../../runs/run-context.ts'

/** Stores what was played how often on a tour. */
export const buildTour: RunHandler<'build-tour'> = async ({ db, run, finish }) => {
  const { tourId } = run.order
  const computed = await inSnapshot(db, (trx) => computeTourStatistics(trx, tourId))
  if (!computed) throw new RunFailedError('tour_not_found')
  return finish(async (trx) => {
    await storeTourStatistics(trx, tourId, computed)
    return { songs: computed.statistics.songs.length }
  })
}
