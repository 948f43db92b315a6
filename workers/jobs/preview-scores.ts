import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/performances'
import { listHandEntries } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { getScoredRevisionId } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { findReasonToHidePicks } from '@called-it/infra/postgres/queries/catalogue/shows'
import { readMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { countPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import { streamPredictions } from '@called-it/infra/postgres/queries/standings/score-copy'
import { findScorableShow, type ScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import type { RunResult } from '@called-it/shared/contract/runs'
import { type BulkScorer, createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import { type ActualSetlist, arrangeSets } from '@called-it/shared/game/setlist'
import { type RunContext, RunFailedError, type RunHandler } from '../runs/run-context.ts'

type Context = RunContext<'preview-scores'>
type Moves = Omit<RunResult<'preview-scores'>, 'setlist'>

/**
 * Counts how many scores of a show a setlist would change, without storing anything. The present scores are
 * computed again from their revision, beside those of the draft, in one pass over the predictions.
 */
export const previewScores: RunHandler<'preview-scores'> = async (context) => {
  const { showId, setlist } = context.run.order
  const show = await findScorableShow(context.db, showId)
  if (!show) throw new RunFailedError('show_not_found')
  if (show.excluded) throw new RunFailedError('show_excluded', show.exclusionReason ?? undefined)
  const draft = setlist ? arrangeSets(listHandEntries(setlist)) : await ownSetlist(context, show)
  const merged = await readMergedSongs(context.db)
  const current = await currentScorer(context, show, merged)
  const moves = await countMoves(context, current, createBulkScorer(draft, merged))
  return context.finish(async (trx) => {
    // Before the lock a draft of one song would tell admins how many have picked it.
    const reason = await findReasonToHidePicks(trx, showId)
    if (reason !== null) throw new RunFailedError(reason)
    return { setlist, ...moves }
  })
}

async function ownSetlist({ db }: Context, { revisionId }: ScorableShow): Promise<ActualSetlist> {
  if (revisionId === null) throw new RunFailedError('setlist_not_found')
  return getActualSetlist(db, revisionId)
}

/** Null while the show is not scored: every prediction has 0 points. */
async function currentScorer(
  { db }: Context,
  { scoreSetId }: ScorableShow,
  merged: MergedSongs,
): Promise<BulkScorer | null> {
  if (scoreSetId === null) return null
  return createBulkScorer(await getActualSetlist(db, await getScoredRevisionId(db, scoreSetId)), merged)
}

async function countMoves(
  { db, pool, run, signal, progress }: Context,
  current: BulkScorer | null,
  draft: BulkScorer,
): Promise<Moves> {
  const { showId } = run.order
  const all = await countPredictions(db, showId)
  const moves = { predictions: 0, raised: 0, lowered: 0, largestRise: 0, largestFall: 0 }
  progress(0, all)
  for await (const batch of streamPredictions(pool, showId, signal)) {
    for (let index = 0; index < batch.count; index++) {
      const offset = batch.offsets[index] ?? 0
      const before = current?.score(batch.bytes, offset).total ?? 0
      const rise = draft.score(batch.bytes, offset).total - before
      if (rise > 0) moves.raised++
      if (rise < 0) moves.lowered++
      moves.largestRise = Math.max(moves.largestRise, rise)
      moves.largestFall = Math.max(moves.largestFall, -rise)
    }
    moves.predictions += batch.count
    progress(moves.predictions, all)
  }
  return { ...moves, moved: moves.raised + moves.lowered }
}
