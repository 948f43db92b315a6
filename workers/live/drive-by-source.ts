import { addTopicsOfRevision } from '@called-it/infra/events/revision-topics'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { offerSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { hasPerformances } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { findShow, waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { findScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'

/**
 * Stores what the source lists of a show that runs as its newest revision; where it seems to be cut off, as a proposal.
 * A setlist entered by hand stays, until an admin takes the source's.
 */
export async function driveBySource(
  trx: DatabaseTransaction,
  changedTopics: Set<string>,
  { source, showId, setlist }: { source: string; showId: number; setlist: SourceSetlist },
): Promise<void> {
  if (setlist.excluded || !hasPerformances(setlist)) return
  await waitForSaves(trx, showId)
  const before = await findShow(trx, showId)
  const isByHand = (await findScorableShow(trx, showId))?.revisionOrigin === 'hand'
  if (!before || before.isScored || before.cancelledAt || isByHand) return
  const stored = await offerSourceSetlist(trx, {
    source,
    showId,
    setlist,
    again: false,
    runs: true,
  })
  if (stored.proposed) changedTopics.add(topics.show(showId))
  await addTopicsOfRevision(trx, changedTopics, before, stored)
}
