import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  deleteFeatsOfDeletedUsers,
  deleteFeatsOfShow,
  findScoredNight,
  insertNightFeats,
  listGapsBefore,
  listWaitingBadgeJobsForUpdate,
  updateBadges,
} from '@called-it/infra/postgres/queries/badges/badges'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listToursOver } from '@called-it/infra/postgres/queries/catalogue/tours'
import { disableSorts, listPicks } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { tryHoldLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { holdOpenJobForUpdate, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { isHeldByScoring } from '@called-it/infra/postgres/queries/work/scoring-hold'
import { JobBusyError, type JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { PACKED_PICKS_BYTES, unpackSlots } from '@called-it/shared/game/bulk/packed-picks'
import { createFeatFinder } from '@called-it/shared/game/feats'
import { pointsOfVersion } from '@called-it/shared/game/points'

/** 10 ms of work, during which the process does nothing else. */
const SLICE = 2_500

/** Finds the feats of a show and of others whose jobs wait, and then the badges of everybody and seasons anew. */
export function awardBadges(parts: { db: Database; publisher: EventPublisher }): JobHandlers['award-badges'] {
  return ({ showId }, { outboxId }) =>
    changeAndPublish(parts.db, parts.publisher, async (trx, changed) => {
      if ((await isHeldByScoring(trx, outboxId)) || !(await tryHoldLock(trx, 'badges')))
        throw new JobBusyError()
      if (!(await holdOpenJobForUpdate(trx, outboxId))) return
      const showIds: number[] = []
      // The second time for those that came meanwhile.
      for (const first of [[{ outboxId, showId }], []]) {
        const jobs = [...first, ...(await listWaitingBadgeJobsForUpdate(trx, outboxId))]
        if (jobs.length === 0) break
        const shows = jobs.map((job) => job.showId)
        await awardBadgesOf(trx, shows)
        for (const job of jobs) await markJobDone(trx, job.outboxId)
        showIds.push(...shows)
      }
      for (const tourId of await listToursOver(trx, showIds)) {
        await insertRun(trx, { kind: 'build-season', order: { tourId }, orderedBy: null })
        changed.add(topics.runs)
      }
    })
}

export async function awardBadgesOf(trx: DatabaseTransaction, showIds: readonly number[]): Promise<void> {
  await disableSorts(trx)
  for (const showId of new Set(showIds)) await replaceFeats(trx, showId)
  await deleteFeatsOfDeletedUsers(trx)
  await updateBadges(trx)
}

async function replaceFeats(trx: DatabaseTransaction, showId: number): Promise<void> {
  await deleteFeatsOfShow(trx, showId)
  const night = await findScoredNight(trx, showId)
  if (!night) return
  const { revisionId, pointsVersion } = night
  const actual = await getActualSetlist(trx, revisionId)
  const merged = await getMergedSongs(trx)
  const gaps = await listGapsBefore(trx, { showId, revisionId })
  const scorer = createBulkScorer(actual, merged, null, pointsOfVersion(pointsVersion))
  const find = createFeatFinder({ ...night, actual, merged, gaps })
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { userIds, packed } = await listPicks(trx, showId, { after, limit: SLICE })
    const found = userIds.map((_, at) => {
      const offset = at * PACKED_PICKS_BYTES
      return find(unpackSlots(packed, offset), scorer.score(packed, offset).total)
    })
    await insertNightFeats(trx, showId, { userIds, found })
    after = userIds.at(-1)
  }
}
