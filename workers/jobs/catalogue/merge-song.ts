import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { enqueueBadges } from '@called-it/infra/postgres/queries/badges/badges'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import {
  listConcernedSongs,
  listScoredShowsWith,
  type MergePlan,
  planMerge,
  type ScoredShow,
  type SongMerge,
  songSubject,
  updateMerge,
} from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { acceptRename, undoRename } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { scoreSystemCards } from '@called-it/infra/postgres/queries/chances/system-cards'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { counted } from '@called-it/shared/contract/counted'
import { topics } from '@called-it/shared/contract/events'
import type { RunResult } from '@called-it/shared/contract/runs'
import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { pointsOfVersion } from '@called-it/shared/game/points'
import { type FinishedRun, type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'
import { countMoves } from '../scores/count-moves.ts'

type Context = RunContext<'merge-song' | 'preview-merge'>
type MovedShow = RunResult<'preview-merge'>['shows'][number]
type Reach = { plan: MergePlan; shows: ScoredShow[] }

/** A show was scored, or songs were merged, while the scores were counted. */
class ScoresChangedError extends Error {
  override readonly name = 'ScoresChangedError'
}

/** Counts the scores that a merge would change, show by show, without storing anything. */
export const previewMerge: RunHandler<'preview-merge'> = async (context) => {
  const { songId, into } = context.run.order
  const shows = await listMovedShows(context, await readReach(context.db, { songId, into }))
  return context.finish(async () => ({ songId, into, shows }))
}

/** Merges a song into another one, or ends its merge, and requests new scores of the shows that this changes. */
export const mergeSong: RunHandler<'merge-song'> = async (context) => {
  for (;;) {
    try {
      return await mergeOnce(context)
    } catch (error) {
      if (!(error instanceof ScoresChangedError)) throw error
    }
  }
}

async function mergeOnce(context: RunContext<'merge-song'>): Promise<FinishedRun> {
  const { order, orderedBy } = context.run
  const reach = await readReach(context.db, order)
  const shows = await listMovedShows(context, reach)

  return context.finish(async (trx, changed) => {
    // A show whose scoring ends later reads the songs again, after this transaction.
    await holdLock(trx, 'standings')
    if (!isDeepStrictEqual(await readReach(trx, order), reach)) throw new ScoresChangedError()
    const { from, into, songId } = reach.plan
    if (into === from) return { message: 'The song is so already.', shows: 0 }
    await updateMerge(trx, { songId, into })
    if (from !== null) await undoRename(trx, { songId, into: from })
    if (into !== null && (await acceptRename(trx, { songId, into }))) {
      await insertAuditEntry(trx, {
        ...auditedBy(orderedBy),
        action: 'song-rename:accepted',
        subject: songSubject(into),
        details: { from: songId, into: null },
      })
    }
    await insertAuditEntry(trx, {
      ...auditedBy(orderedBy),
      action: into === null ? 'song:separated' : 'song:merged',
      subject: songSubject(songId),
      details: { from, into, shows: shows.length },
    })
    // Also where no player's score changes, which no run scores again: gaps do.
    for (const show of reach.shows) {
      await scoreSystemCards(trx, show.id, {
        ...show,
        points: pointsOfVersion(show.pointsVersion),
        merged: reach.plan.after,
      })
    }
    await enqueueBadges(
      trx,
      reach.shows.map(({ id }) => id),
    )
    for (const { id: showId } of shows) {
      await insertRun(trx, { kind: 'score-show', order: { showId, fetchSetlist: false }, orderedBy })
    }
    changed.add(topics.catalogue)
    changed.add(topics.runs)
    const done = into === null ? 'The songs are two again.' : 'The songs are one now.'
    const scores = shows.length > 0 ? ` ${counted(shows.length, 'show')} will be scored again.` : ''
    return { message: done + scores, shows: shows.length }
  })
}

const auditedBy = (actorId: number | null) => ({ actorId, address: null, requestId: null })

/** @throws RunFailedError `song_not_found`, `merge_cycle` */
async function readReach(db: Database, merge: SongMerge): Promise<Reach> {
  const plan = await planMerge(db, merge)
  if (plan === 'unknown') throw new RunFailedError('song_not_found')
  if (plan === 'cycle') throw new RunFailedError('merge_cycle')
  return { plan, shows: await listScoredShowsWith(db, listConcernedSongs(plan)) }
}

/** The scored shows of which a score would change. */
async function listMovedShows(context: Context, { plan, shows }: Reach): Promise<MovedShow[]> {
  const moved: MovedShow[] = []
  context.progress(0, shows.length)
  for (const [index, show] of shows.entries()) {
    const { id, date, venue, revisionId, pointsVersion } = show
    const actual = await getActualSetlist(context.db, revisionId)
    const scorers = {
      before: createBulkScorer(actual, plan.before, null, pointsOfVersion(pointsVersion)),
      after: createBulkScorer(actual, plan.after),
    }
    const { predictions, moved: scores } = await countMoves(context, id, scorers)
    if (scores > 0) moved.push({ id, date, venue, predictions, scores })
    context.progress(index + 1, shows.length)
  }
  return moved
}
