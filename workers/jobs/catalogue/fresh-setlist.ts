import { offerSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import {
  hasPerformances,
  updateExclusion,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import type { ScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { topics } from '@called-it/shared/contract/events'
import type { RunKind } from '@called-it/shared/contract/runs'
import type { SetlistLoss } from '@called-it/shared/game/setlist-loss'
import { type RunContext, RunFailedError } from '../../runs/run-context.ts'

type RequestedShow = Pick<ScorableShow, 'id' | 'source' | 'sourceId' | 'date'>

/**
 * Updates a show's setlist from the source before scoring. A setlist entered by an admin is kept, and so is
 * the present one while the source has none. An excluded show fails the run.
 *
 * @returns what the run says about a setlist that was proposed instead of stored
 */
export async function refreshSetlist(
  context: RunContext<'score-show'>,
  show: RequestedShow & Pick<ScorableShow, 'revisionOrigin'>,
): Promise<string | null> {
  if (show.revisionOrigin === 'hand') return null
  const setlist = await findSourceSetlist(context, show)
  if (!setlist) return null
  if (setlist.excluded) await failExcluded(context, show.id, setlist)
  if (!hasPerformances(setlist)) return null
  return context.change(async (trx, changed) => {
    const offer = { source: context.source.name, showId: show.id, setlist, again: false }
    const stored = await offerSourceSetlist(trx, offer)
    if (stored.changed || stored.proposed) changed.add(topics.show(show.id))
    if (stored.changed) changed.add(topics.setlist(show.id))
    if (stored.firstPlays) changed.add(topics.catalogue)
    return stored.proposed && describeProposal(stored.proposed)
  })
}

export function describeProposal({ kept, of }: SetlistLoss): string {
  return `The source's setlist has only ${kept} of the ${of} stored songs. It waits on the setlist editor.`
}

export async function failExcluded(
  { change }: Pick<RunContext<RunKind>, 'change'>,
  showId: number,
  { exclusionReason }: SourceSetlist,
): Promise<never> {
  await change(async (trx, changed) => {
    await updateExclusion(trx, showId, exclusionReason)
    await settleShowTimes(trx, [showId])
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
