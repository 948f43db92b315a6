import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  countListed,
  inDryRun,
  type ListedCounts,
  listCatalogueChanges,
} from '@called-it/infra/postgres/queries/catalogue/dry-run'
import {
  hasPerformances,
  insertSourceSetlist,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { SongRename } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { listHiddenShows } from '@called-it/infra/postgres/queries/catalogue/source-shows'
import { markVanishedShows, upsertTours } from '@called-it/infra/postgres/queries/catalogue/tour-import'
import type { SourceSetlist, SourceShow, SourceTour } from '@called-it/infra/setlist-sources/source'
import type { CatalogueChange } from '@called-it/shared/contract/import-checks'
import type { RunKind } from '@called-it/shared/contract/runs'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import type { RunContext } from '../../runs/run-context.ts'
import { type FindSetlist, findHiddenPlays } from './hidden-plays.ts'
import { type SongLists, storeSongs } from './import-songs.ts'
import { storeShows } from './store-shows.ts'
import { findListedShows } from './vanished-shows.ts'

export type ShowLists = {
  tours: readonly SourceTour[]
  shows: readonly SourceShow[]
}

export type ImportEffect = {
  changes: readonly CatalogueChange[]
  listed: ListedCounts
  /** By show: those that differ from the stored one. */
  setlists: ReadonlyMap<number, ActualSetlist>
}

type Context = Pick<RunContext<RunKind>, 'db' | 'source' | 'signal'>
type Lists = SongLists & Partial<ShowLists>

/** What a check finds beyond what an import has to confirm: it takes requests to the source. */
export type CheckedParts = {
  /** By show, as the source has them. */
  setlists: ReadonlyMap<number, SourceSetlist>
  renames: readonly SongRename[]
}

/** What an import of these lists would change, by its own statements on copies of the tables. Stores nothing. */
export async function measureImport(
  context: Context,
  lists: Lists,
  findSetlist: FindSetlist,
  { setlists, renames }: CheckedParts = { setlists: new Map(), renames: [] },
): Promise<ImportEffect> {
  const { db, source, signal } = context
  await requestHiddenSetlists(context, lists, findSetlist)
  return inDryRun(db, { withSetlists: setlists.size > 0 }, async (trx) => {
    await storeTours(trx, source.name, lists)
    const hidden = await findHiddenPlays({ db: trx, source, signal }, findSetlist, lists.songs)
    await storeSongs(trx, source.name, lists, hidden, renames)
    return {
      changes: await listCatalogueChanges(trx),
      listed: await countListed(trx, source.name),
      setlists: await storeSetlists(trx, source.name, setlists),
    }
  })
}

/** A source may take minutes, and a transaction must not wait for it: `findSetlist` remembers what it sent. */
async function requestHiddenSetlists(
  { db, source, signal }: Context,
  lists: Lists,
  findSetlist: FindSetlist,
): Promise<void> {
  const shows = await inDryRun(db, { withSetlists: false }, async (trx) => {
    await storeTours(trx, source.name, lists)
    return listHiddenShows(trx, source.name)
  })
  for (const { sourceId, date } of shows) {
    signal.throwIfAborted()
    await findSetlist({ sourceId, date }).catch(() => null)
  }
}

async function storeTours(
  trx: DatabaseTransaction,
  source: string,
  { tours, shows, faults }: Lists,
): Promise<void> {
  if (tours) await upsertTours(trx, source, tours)
  if (!shows) return
  await storeShows(trx, source, shows)
  const listed = findListedShows(shows, faults)
  if (listed) await markVanishedShows(trx, source, listed)
}

async function storeSetlists(
  trx: DatabaseTransaction,
  source: string,
  setlists: ReadonlyMap<number, SourceSetlist>,
): Promise<ReadonlyMap<number, ActualSetlist>> {
  const changed = new Map<number, ActualSetlist>()
  for (const [showId, setlist] of setlists) {
    if (setlist.excluded || !hasPerformances(setlist)) continue
    const stored = await insertSourceSetlist(trx, { source, showId, setlist })
    if (stored.changed) changed.set(showId, await getActualSetlist(trx, stored.revisionId))
  }
  return changed
}
