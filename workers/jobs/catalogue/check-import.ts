import { TooManySongsError } from '@called-it/infra/postgres/queries/catalogue/added-songs'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listScoredShows, type ScoredShow } from '@called-it/infra/postgres/queries/catalogue/source-shows'
import { faultOfShow, keepFaults, printFault } from '@called-it/infra/setlist-sources/faults'
import { isSourceAway, SetlistSourceError, type SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { openUpload } from '@called-it/infra/setlist-sources/uploads'
import type { ImportCheck, SourceFault } from '@called-it/shared/contract/import-checks'
import type { RunKind } from '@called-it/shared/contract/runs'
import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { pointsOfVersion } from '@called-it/shared/game/points'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'
import { countMoves } from '../scores/count-moves.ts'
import { type FindSetlist, rememberSetlists } from './hidden-plays.ts'
import { findQuestion } from './import-question.ts'
import { findRenamesIn, readSongLists } from './import-songs.ts'
import { measureImport } from './measure-import.ts'

/** Named of the shows whose scores would move; all are counted. */
const MAX_NAMED = 20

type CheckContext = Pick<RunContext<RunKind>, 'db' | 'pool' | 'source' | 'signal' | 'progress'>
type Effect = Pick<ImportCheck, 'question' | 'changes' | 'scores'>

const NO_EFFECT: Effect = { question: null, changes: [], scores: { moved: 0, shows: 0, listed: [] } }

/** Reads everything and stores nothing but its result. */
export const checkImport: RunHandler<'check-import'> = async (context) => {
  const { upload } = context.run.order
  const source = upload === undefined ? context.source : openUpload(context.dataDir, upload)
  const { faults, ...found } = await findImportEffect({ ...context, source })
  const of = upload === undefined ? {} : { upload }
  return context.finish(async () => ({ ...of, ...found, faults: keepFaults(faults) }))
}

/** As the command line prints it: with as many faults as the source lists. */
export async function findImportEffect(context: CheckContext): Promise<ImportCheck> {
  const faults = (await context.source.listFaults?.()) ?? null
  const broken: SourceFault[] = []
  const found = { count: faults?.count ?? 0, listed: [...(faults?.listed ?? [])] }
  if (faults?.stop) return { faults: found, refusal: printFault(faults.stop), ...NO_EFFECT }
  const noteBroken = (fault: SourceFault) => {
    // A source of files has listed it.
    if (faults === null) broken.push(fault)
  }
  const effect = await measure(context, noteBroken).then(
    (measured) => ({ refusal: null, ...measured }),
    (error: unknown) => {
      if (!(error instanceof RunFailedError || error instanceof TooManySongsError)) throw error
      return { refusal: error.message, ...NO_EFFECT }
    },
  )
  return {
    faults: { count: found.count + broken.length, listed: [...found.listed, ...broken] },
    ...effect,
  }
}

async function measure(context: CheckContext, noteBroken: (fault: SourceFault) => void): Promise<Effect> {
  const { db, source } = context
  const lists = {
    ...(await readSongLists(context)),
    tours: await source.listTours(),
    shows: await source.listShows(),
  }
  const findSetlist = rememberSetlists(source)
  const scored = await listScoredShows(db, source.name)
  const setlists = await requestSetlists(context, scored, findSetlist, noteBroken)
  const renames = await findRenamesIn(context, lists, findSetlist)
  const effect = await measureImport(context, lists, findSetlist, { setlists, renames })
  return {
    question: findQuestion(effect),
    changes: [...effect.changes],
    scores: await countScores(context, scored, effect.setlists),
  }
}

/** Asks a site for the setlist of each scored show. */
async function requestSetlists(
  { source, signal, progress }: CheckContext,
  shows: readonly ScoredShow[],
  findSetlist: FindSetlist,
  noteBroken: (fault: SourceFault) => void,
): Promise<ReadonlyMap<number, SourceSetlist>> {
  const setlists = new Map<number, SourceSetlist>()
  for (const [index, show] of shows.entries()) {
    signal.throwIfAborted()
    progress(index, shows.length)
    try {
      const setlist = await findSetlist(show)
      if (setlist) setlists.set(show.id, setlist)
    } catch (error) {
      if (!(error instanceof SetlistSourceError) || isSourceAway(error)) throw error
      noteBroken(faultOfShow(source.name, show, error))
    }
  }
  return setlists
}

async function countScores(
  context: CheckContext,
  shows: readonly ScoredShow[],
  setlists: ReadonlyMap<number, ActualSetlist>,
): Promise<Effect['scores']> {
  const moving: Effect['scores']['listed'] = []
  const merged = await getMergedSongs(context.db)
  for (const show of shows) {
    const setlist = setlists.get(show.id)
    if (!setlist) continue
    const actual = await getActualSetlist(context.db, show.scoredRevisionId)
    const scorers = {
      before: createBulkScorer(actual, merged, null, pointsOfVersion(show.pointsVersion)),
      after: createBulkScorer(setlist, merged),
    }
    const { moved, predictions } = await countMoves(context, show.id, scorers)
    if (moved > 0) moving.push({ show: `${show.date}, ${show.venue}`, moved, predictions })
  }
  return {
    moved: moving.reduce((sum, { moved }) => sum + moved, 0),
    shows: moving.length,
    listed: moving.slice(0, MAX_NAMED),
  }
}
