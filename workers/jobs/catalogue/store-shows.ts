import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { upsertShows } from '@called-it/infra/postgres/queries/catalogue/tour-import'
import type { SourceShow } from '@called-it/infra/setlist-sources/source'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'

/**
 * Stores shows as a source lists them, with their times. These follow even where nothing listed has changed: zone
 * tables and choices may have.
 *
 * @returns the changed shows that clients list: known ones, and new ones whose picks are not closed
 */
export async function storeShows(
  trx: DatabaseTransaction,
  source: string,
  shows: readonly SourceShow[],
): Promise<{ isChanged: boolean; listedShowIds: number[] }> {
  const { showIds, insertedIds, updatedIds } = await upsertShows(trx, source, shows)
  const settled = await settleShowTimes(trx, showIds)
  const isListed = ({ showId, isPast }: (typeof settled)[number]) => !isPast || !insertedIds.includes(showId)
  const listed = new Set([...updatedIds, ...settled.filter(isListed).map(({ showId }) => showId)])
  return {
    isChanged: insertedIds.length + updatedIds.length + settled.length > 0,
    listedShowIds: [...listed],
  }
}
