import { topics } from '@called-it/shared/contract/events'
import type { DatabaseTransaction } from '../postgres/client.ts'
import type { StoredRevision } from '../postgres/queries/catalogue/setlist-revisions.ts'
import { findShow, phaseOfShow, type Show } from '../postgres/queries/catalogue/shows.ts'

/**
 * Adds the topics of a revision of a show that runs. Every page receives the show's, so it is added only where the phase
 * changes.
 *
 * @param before the show before the revision
 */
export async function addTopicsOfRevision(
  trx: DatabaseTransaction,
  changedTopics: Set<string>,
  before: Show,
  { changed, firstPlays }: StoredRevision,
): Promise<void> {
  if (changed) changedTopics.add(topics.setlist(before.id))
  const after = await findShow(trx, before.id)
  if (after && phaseOfShow(after) !== phaseOfShow(before)) changedTopics.add(topics.show(before.id))
  if (firstPlays) changedTopics.add(topics.catalogue)
}
