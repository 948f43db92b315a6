import { listHandEntries } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { getActualSetlist, getScoredBy } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { findReasonToHidePicks } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { findScorableShow, type ScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import { type BulkScorer, createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import { type ActualSetlist, arrangeSets } from '@called-it/shared/game/setlist'
import { type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'
import { countMoves } from './count-moves.ts'

type Context = RunContext<'preview-scores'>

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
  const merged = await getMergedSongs(context.db)
  const scorers = {
    before: await currentScorer(context, show, merged),
    after: createBulkScorer(draft, merged),
  }
  const moves = await countMoves(context, showId, scorers, context.progress)
  return context.finish(async (trx) => {
    // Before the lock a draft of one song would show admins how many have picked it.
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
  const { revisionId, points } = await getScoredBy(db, scoreSetId)
  return createBulkScorer(await getActualSetlist(db, revisionId), merged, null, points)
}
