import {
  hasPerformances,
  insertSourceSetlist,
  updateExclusion,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import type { ScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/live'
import { type RunContext, RunFailedError } from '../runs/run-context.ts'

/** A show that setlists can be asked for. */
type AskedShow = Pick<ScorableShow, 'id' | 'source' | 'sourceId' | 'date'>

/**
 * Brings a show's setlist up to what the source has, before it is scored. What an admin has entered stands,
 * and so does what is there while the source has nothing. A show that the source excludes ends the run.
 */
export async function refreshSetlist(
  context: RunContext<'score-show'>,
  show: AskedShow & Pick<ScorableShow, 'revisionOrigin'>,
): Promise<void> {
  if (show.revisionOrigin === 'hand') return
  const setlist = await findSourceSetlist(context, show)
  if (!setlist) return
  if (setlist.excluded) {
    await context.change(async (trx, changed) => {
      await updateExclusion(trx, show.id, setlist.exclusionReason)
      changed.add(topics.show(show.id))
    })
    throw new RunFailedError('show_excluded', setlist.exclusionReason ?? undefined)
  }
  if (!hasPerformances(setlist)) return
  await context.change(async (trx, changed) => {
    const stored = await insertSourceSetlist(trx, { source: context.source.name, showId: show.id, setlist })
    if (stored.changed) changed.add(topics.show(show.id))
  })
}

/** What the source has of a show; null where it has nothing, or the show is another source's. */
export async function findSourceSetlist(
  { source }: Pick<RunContext<'score-show'>, 'source'>,
  show: AskedShow,
): Promise<SourceSetlist | null> {
  if (show.source !== source.name) return null
  return source.findSetlist(show)
}
