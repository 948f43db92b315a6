import {
  hasPerformances,
  insertSourceSetlist,
  updateExclusion,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import type { ScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/live'
import type { RunKind } from '@called-it/shared/contract/runs'
import { type RunContext, RunFailedError } from '../runs/run-context.ts'

type RequestedShow = Pick<ScorableShow, 'id' | 'source' | 'sourceId' | 'date'>

/**
 * Updates a show's setlist from the source before scoring. A setlist entered by an admin is kept, and so is
 * the present one while the source has none. An excluded show fails the run.
 */
export async function refreshSetlist(
  context: RunContext<'score-show'>,
  show: RequestedShow & Pick<ScorableShow, 'revisionOrigin'>,
): Promise<void> {
  if (show.revisionOrigin === 'hand') return
  const setlist = await findSourceSetlist(context, show)
  if (!setlist) return
  if (setlist.excluded) await failExcluded(context, show.id, setlist)
  if (!hasPerformances(setlist)) return
  await context.change(async (trx, changed) => {
    const stored = await insertSourceSetlist(trx, { source: context.source.name, showId: show.id, setlist })
    if (stored.changed) changed.add(topics.show(show.id))
    if (stored.firstPlays) changed.add(topics.catalogue)
  })
}

export async function failExcluded(
  { change }: Pick<RunContext<RunKind>, 'change'>,
  showId: number,
  { exclusionReason }: SourceSetlist,
): Promise<never> {
  await change(async (trx, changed) => {
    await updateExclusion(trx, showId, exclusionReason)
    changed.add(topics.show(showId))
  })
  throw new RunFailedError('show_excluded', exclusionReason ?? undefined)
}

/** Null where the source has no setlist, or the show belongs to another source. */
export async function findSourceSetlist(
  { source }: Pick<RunContext<'score-show'>, 'source'>,
  show: RequestedShow,
): Promise<SourceSetlist | null> {
  if (show.source !== source.name) return null
  return source.findSetlist(show)
}
