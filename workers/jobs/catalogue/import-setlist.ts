import {
  type OfferedSetlist,
  offerSourceSetlist,
} from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { hasPerformances } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { findScorableShow, type ScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import { type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'
import { describeProposal, failExcluded } from './fresh-setlist.ts'

type Context = RunContext<'import-setlist'>

/**
 * Stores the source's setlist as the show's newest revision, also in place of one entered by hand. One that seems to
 * be cut off becomes a proposal.
 */
export const importSetlist: RunHandler<'import-setlist'> = async (context) => {
  const { showId } = context.run.order
  const show = await findScorableShow(context.db, showId)
  if (!show) throw new RunFailedError('show_not_found')
  const setlist = await fetchCountingSetlist(context, show)

  return context.finish(async (trx, changedTopics) => {
    const stored = await offerSourceSetlist(trx, { source: show.source, showId, setlist, again: true })
    if (stored.changed || stored.proposed || show.excluded) changedTopics.add(topics.show(showId))
    if (stored.changed) changedTopics.add(topics.setlist(showId))
    if (stored.firstPlays) changedTopics.add(topics.catalogue)
    return {
      message: describe(stored),
      revision: stored.number,
      changed: stored.changed,
    }
  })
}

function describe({ changed, proposed }: OfferedSetlist): string {
  if (proposed) return describeProposal(proposed)
  return changed
    ? 'The setlist of the source is the one that counts now.'
    : 'The setlist is the one of the source already.'
}

async function fetchCountingSetlist(context: Context, show: ScorableShow): Promise<SourceSetlist> {
  if (show.source !== context.source.name) {
    throw new RunFailedError(
      'setlist_not_found',
      `This show comes from the source ${show.source}, and setlists come from ${context.source.name} now.`,
    )
  }
  const setlist = await context.source.findSetlist(show)
  if (!setlist) throw new RunFailedError('setlist_not_found')
  if (setlist.excluded) await failExcluded(context, show.id, setlist)
  if (!hasPerformances(setlist)) throw new RunFailedError('setlist_not_found')
  return setlist
}
