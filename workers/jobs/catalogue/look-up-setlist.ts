import { arrangeSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { hasPerformances } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { findScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import type { RunResult } from '@called-it/shared/contract/runs'
import { type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'
import { findSourceSetlist } from './fresh-setlist.ts'

type Context = RunContext<'look-up-setlist'>
type LookedUp = RunResult<'look-up-setlist'>

const NOTHING: LookedUp = {
  found: false,
  excluded: false,
  exclusionReason: null,
  set1: [],
  set2: [],
  encore: [],
  further: [],
  notes: null,
}

/** Requests the setlist of a show from its source and stores nothing. */
export const lookUpSetlist: RunHandler<'look-up-setlist'> = async (context) => {
  const show = await findScorableShow(context.db, context.run.order.showId)
  if (!show) throw new RunFailedError('show_not_found')
  const setlist = await findSourceSetlist(context, show)
  const result = setlist ? await describe(context, setlist) : NOTHING
  return context.finish(async () => result)
}

async function describe({ db, source }: Context, setlist: SourceSetlist): Promise<LookedUp> {
  const { set1, set2, encore, further } = await arrangeSourceSetlist(db, source.name, setlist)
  return {
    found: hasPerformances(setlist) || setlist.excluded,
    excluded: setlist.excluded,
    exclusionReason: setlist.exclusionReason,
    set1: [...set1],
    set2: [...set2],
    encore: [...encore],
    further: further.map(({ set, songs }) => ({ set, songs: [...songs] })),
    notes: setlist.notes,
  }
}
