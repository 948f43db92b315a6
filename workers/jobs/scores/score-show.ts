import { isDeepStrictEqual } from 'node:util'
import { enqueueBadges } from '@called-it/infra/postgres/queries/badges/badges'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { countFirstPlays } from '@called-it/infra/postgres/queries/catalogue/song-import'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { enqueueSums } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { scoreSystemCards } from '@called-it/infra/postgres/queries/chances/system-cards'
import { announceResult } from '@called-it/infra/postgres/queries/notifications/results'
import { countPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import {
  closePicks,
  findScorableShow,
  findScorableShowForUpdate,
  insertScoreSet,
  type ScorableShow,
  settleScored,
} from '@called-it/infra/postgres/queries/standings/score-sets'
import { copyScores } from '@called-it/infra/postgres/queries/standings/scores'
import { boardsOf, moveStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { analyzeScores } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { POINTS } from '@called-it/shared/game/points'
import { type FinishedRun, type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'
import { refreshSetlist } from '../catalogue/fresh-setlist.ts'

type Context = RunContext<'score-show'>

/** Share of the work that scoring takes; the rest is updating the boards. */
const SHARE_OF_SCORING = 1 / 3

/** The setlist or the merged songs. */
class SetlistChangedError extends Error {
  override readonly name = 'SetlistChangedError'
}

/**
 * Scores every prediction of a show, after updating the setlist from the source where requested. New scores
 * replace old ones at once, and the standings change by the difference. A show without a setlist, or a cancelled or
 * excluded one, stays as it is.
 */
export const scoreShow: RunHandler<'score-show'> = async (context) => {
  const { showId, fetchSetlist } = context.run.order
  const show = await findScorableShow(context.db, showId)
  if (!show) throw new RunFailedError('show_not_found')
  const message = fetchSetlist ? await refreshSetlist(context, show) : null
  for (;;) {
    try {
      return await scoreAgainstCurrentSetlist(context, message)
    } catch (error) {
      if (!(error instanceof SetlistChangedError)) throw error
    }
  }
}

async function scoreAgainstCurrentSetlist(context: Context, message: string | null): Promise<FinishedRun> {
  const { showId } = context.run.order
  const { revisionId, scoreSetId, isFirst } = await beginScoring(context)
  const merged = await getMergedSongs(context.db)
  const scorer = createBulkScorer(await getActualSetlist(context.db, revisionId), merged)
  const total = await countPredictions(context.db, showId)
  context.progress(0, total)
  const scored = await copyScores(
    context.pool,
    { showId, scoreSetId, scorer },
    {
      signal: context.signal,
      onProgress: (done) => context.progress(Math.floor(done * SHARE_OF_SCORING), total),
    },
  )

  if (isFirst) await analyzeScores(context.db)

  return context.finish(async (trx, changed) => {
    await holdLock(trx, 'standings')
    const show = checkScorable(context, await findScorableShowForUpdate(trx, showId))
    if (show.revisionId !== revisionId) throw new SetlistChangedError()
    if (!isDeepStrictEqual(await getMergedSongs(trx), merged)) throw new SetlistChangedError()
    const boards = boardsOf(show)
    await moveStandings(
      trx,
      boards,
      { showId, from: show.scoreSetId, to: scoreSetId },
      { onMoved: (players) => context.progress(progressOf(players, total), total) },
    )
    await settleScored(trx, showId, { scoreSetId, orderNumber: context.run.orderNumber })
    await scoreSystemCards(trx, showId, { scoreSetId, revisionId, points: POINTS, merged })
    await enqueueSums(trx, [showId])
    await enqueueBadges(trx, [showId])
    await announceResult(trx, { showId, revisionId })
    changed.add(topics.show(showId)).add(topics.live(showId))
    for (const board of boards) changed.add(topics.board(board))
    return message === null ? scored : { ...scored, message }
  })
}

/** Progress of a show whose predictions are scored, by the number of players on the boards. */
function progressOf(players: number, total: number): number {
  return Math.floor(total * SHARE_OF_SCORING + players * (1 - SHARE_OF_SCORING))
}

/** Closes the show's picks, so that no save is missed by the reading, and creates a score set. */
function beginScoring(
  context: Context,
): Promise<{ revisionId: number; scoreSetId: number; isFirst: boolean }> {
  const { run } = context
  const { showId } = run.order
  return context.change(async (trx, changed) => {
    const { revisionId, scoreSetId: before } = checkScorable(
      context,
      await findScorableShowForUpdate(trx, showId),
    )
    const wereOpen = await closePicks(trx, showId, run.id)
    if (wereOpen) changed.add(topics.show(showId))
    // A setlist stored while the picks were open has not counted yet.
    if (wereOpen && (await countFirstPlays(trx, showId))) changed.add(topics.catalogue)
    const scoreSetId = await insertScoreSet(trx, { showId, revisionId, runId: run.id })
    return { revisionId, scoreSetId, isFirst: before === null }
  })
}

function checkScorable({ run }: Context, show: ScorableShow | null): ScorableShow & { revisionId: number } {
  if (!show) throw new RunFailedError('show_not_found')
  const { revisionId } = show
  if (show.cancelled) throw new RunFailedError('show_cancelled')
  if (show.excluded) throw new RunFailedError('show_excluded', show.exclusionReason ?? undefined)
  if (revisionId === null) throw new RunFailedError('setlist_not_found')
  if (show.settledByOrder !== null && show.settledByOrder > run.orderNumber) {
    throw new RunFailedError('superseded')
  }
  return { ...show, revisionId }
}
