import type { Database } from '@called-it/infra/postgres/client'
import { getLiveSetlist, type StoredTap } from '@called-it/infra/postgres/queries/live/live-setlists'
import { hasOpenedSet, type LiveSetlist } from '@called-it/shared/game/live/live-setlist'
import type { TapSituation } from '@called-it/shared/game/live/tap-outcome'

/**
 * @param revision 0: before the first
 * @param taps of the show
 */
export async function readLiveSetlist(
  db: Database,
  { showId, revision }: { showId: number; revision: number },
  taps: readonly StoredTap[],
): Promise<LiveSetlist & { notes: string | null }> {
  const operationOf = (number: number) =>
    taps.find((tap) => tap.outcome === 'stored' && tap.revision === number)?.operation.op ?? null
  const setlist = await getLiveSetlist(db, showId, revision)
  return { ...setlist, isNewSet: setlist.openSet === 'further' && hasOpenedSet(revision, operationOf) }
}

type ListedTaps = Pick<TapSituation, 'wasReplaced'> & {
  since: (Omit<StoredTap, 'at'> & { at: number; user: number | null })[]
}

/** What was received after the revision `base`, up to a later one. */
export function tapsSince(taps: readonly StoredTap[], base: number, newest: number): ListedTaps {
  const since = taps
    .filter(({ revision }) => revision > base && revision <= newest)
    .map((tap) => ({ ...tap, at: tap.at.getTime(), user: tap.userId }))
  return {
    since,
    wasReplaced: since.filter(({ outcome }) => outcome === 'stored').length < newest - base,
  }
}
