import { hasPerformances } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { findReasonToHidePicks } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listSongIds } from '@called-it/infra/postgres/queries/catalogue/song-import'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listActiveSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import { countPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import { findScorableShow, type ScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import { streamPredictions } from '@called-it/infra/postgres/queries/standings/scores'
import { SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { type BulkScorer, createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { sampleSetlist } from '@called-it/shared/game/sample-setlist'
import { type ActualSetlist, arrangeSets, MAX_SONG_ID } from '@called-it/shared/game/setlist'
import { type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'
import { findSourceSetlist } from '../catalogue/fresh-setlist.ts'

type Context = RunContext<'test-score-show'>

/** Stands for songs that the catalogue lacks: the last number is given when all others are taken. */
const UNKNOWN_SONG = MAX_SONG_ID

/** Scores every prediction of a show and stores nothing. */
export const testScoreShow: RunHandler<'test-score-show'> = async (context) => {
  const { showId, fetchSetlist } = context.run.order
  const show = await findScorableShow(context.db, showId)
  if (!show) throw new RunFailedError('show_not_found')
  const actual = (fetchSetlist && (await fetchActual(context, show))) || (await storedActual(context, show))
  const scorer = createBulkScorer(actual ?? (await sample(context)), await getMergedSongs(context.db))
  const distribution = await countTotals(context, scorer)

  return context.finish(async (trx) => ({
    scoredPredictions: distribution.reduce((sum, { predictions }) => sum + predictions, 0),
    sample: actual === null,
    // Before the lock points would show admins what was picked.
    distribution: (await findReasonToHidePicks(trx, showId)) === null ? distribution : [],
  }))
}

async function fetchActual(context: Context, show: ScorableShow): Promise<ActualSetlist | null> {
  const setlist = await findSourceSetlist(context, show).catch((error: unknown) => {
    // A failing source is no reason to fail: another setlist is used.
    if (error instanceof SetlistSourceError) return null
    throw error
  })
  if (!setlist || !hasPerformances(setlist)) return null
  // Nothing is stored: a new song in the list would reveal the setlist of an open show.
  const songIds = await listSongIds(context.db, context.source.name, setlist)
  return arrangeSets(setlist.entries.map(({ set }, index) => ({ set, song: songIds[index] ?? UNKNOWN_SONG })))
}

async function storedActual({ db }: Context, { revisionId }: ScorableShow): Promise<ActualSetlist | null> {
  return revisionId === null ? null : getActualSetlist(db, revisionId)
}

async function sample({ db }: Context): Promise<ActualSetlist> {
  return sampleSetlist(await listActiveSongs(db))
}

async function countTotals(
  { db, pool, run, signal, progress }: Context,
  scorer: BulkScorer,
): Promise<{ total: number; predictions: number }[]> {
  const { showId } = run.order
  const all = await countPredictions(db, showId)
  const counts = new Map<number, number>()
  let done = 0
  progress(done, all)
  for await (const batch of streamPredictions(pool, showId, signal)) {
    for (let index = 0; index < batch.count; index++) {
      const { total } = scorer.score(batch.bytes, batch.offsets[index] ?? 0)
      counts.set(total, (counts.get(total) ?? 0) + 1)
    }
    done += batch.count
    progress(done, all)
  }
  return [...counts]
    .map(([total, predictions]) => ({ total, predictions }))
    .toSorted((a, b) => a.total - b.total)
}
