import {
  computeTourStatistics,
  findTourStatistics,
  storeTourStatistics,
} from '@called-it/infra/postgres/queries/seasons/tour-statistics'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { RunFailedError, type RunHandler } from '../../runs/run-context.ts'

/** Stores what was played how often on a tour. */
export const buildTour: RunHandler<'build-tour'> = async ({ db, run, finish }) => {
  const { tourId } = run.order
  const built = await inSnapshot(db, async (trx) => {
    const found = await findTourStatistics(trx, tourId)
    return found && { version: found.version, statistics: await computeTourStatistics(trx, tourId) }
  })
  if (!built) throw new RunFailedError('tour_not_found')
  return finish(async (trx) => {
    await storeTourStatistics(trx, tourId, built)
    return { songs: built.statistics.songs.length }
  })
}
