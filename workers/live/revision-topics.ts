import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { phaseOfShow } from '@called-it/infra/postgres/queries/catalogue/show-phase'
import { findShow, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import type { StoredRevision } from '@called-it/infra/postgres/queries/catalogue/store-revision'
import { topics } from '@called-it/shared/contract/live'

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
