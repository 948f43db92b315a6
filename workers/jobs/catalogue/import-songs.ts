import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { checkRoomForSongs } from '@called-it/infra/postgres/queries/catalogue/added-songs'
import type { HiddenPlay } from '@called-it/infra/postgres/queries/catalogue/identified-songs'
import {
  updateNotebookSongs,
  updateSongStatistics,
  upsertSongs,
} from '@called-it/infra/postgres/queries/catalogue/song-import'
import {
  insertSongRenames,
  listNamedSongs,
  type SongRename,
} from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { analyzeTables } from '@called-it/infra/postgres/queries/work/database'
import { describeFaults } from '@called-it/infra/setlist-sources/faults'
import type { SourceFaults, SourceSong, SourceSongReference } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import { type RunContext, RunFailedError } from '../../runs/run-context.ts'
import { type FindSetlist, findHiddenPlays } from './hidden-plays.ts'
import { findRenames, findSameNames } from './song-renames.ts'

type Context = Pick<RunContext<'update-notebook'>, 'db' | 'source' | 'signal' | 'change'>

export type SongLists = {
  songs: readonly SourceSong[]
  notebook: readonly SourceSongReference[] | null
  /** Null for a source without files. */
  faults: SourceFaults | null
}

/**
 * Read before an import writes anything.
 *
 * @throws RunFailedError when there are no songs: an empty list would retire every song
 * @throws TooManySongsError
 */
export async function readSongLists({ db, source }: Pick<Context, 'db' | 'source'>): Promise<SongLists> {
  const lists = {
    songs: await source.listSongs(),
    notebook: await source.listNotebookSongs(),
    faults: (await source.listFaults?.()) ?? null,
  }
  if (lists.songs.length === 0) {
    const message = ['The source lists no songs at all.', ...sayFaults(lists.faults)].join(' ')
    throw new RunFailedError('source_failed', message)
  }
  await checkRoomForSongs(db, source.name, lists.songs)
  return lists
}

/** A broken row may hold a song that the list then lacks. */
function isWhole({ faults }: Pick<SongLists, 'faults'>): boolean {
  return faults === null || faults.count === 0
}

export function sayFaults(faults: SourceFaults | null): readonly string[] {
  return faults === null ? [] : describeFaults(faults)
}

type ImportedSongs = {
  notebookSongs: number
  /** How many songs seem to be listed as another one, so that an admin has to decide. */
  renames: number
}

/** After the shows, which say what users must not learn yet. */
export async function importSongs(
  context: Context,
  lists: SongLists,
  findSetlist: FindSetlist,
): Promise<ImportedSongs> {
  const hidden = await findHiddenPlays(context, findSetlist, lists.songs)
  const found = await findRenamesIn(context, lists, findSetlist)
  return context.change(async (trx, changedTopics) => {
    const { changed, ...stored } = await storeSongs(trx, context.source.name, lists, hidden, found)
    if (changed > 0) changedTopics.add(topics.catalogue)
    return stored
  })
}

/** None while a broken row may hold a song: it seems renamed where its row is only missing. */
export async function findRenamesIn(
  context: Pick<Context, 'db' | 'source' | 'signal'>,
  lists: SongLists,
  findSetlist: FindSetlist,
): Promise<SongRename[]> {
  return isWhole(lists) ? findRenames(context, lists.songs, findSetlist) : []
}

/** The statements of an import, which a check runs on copies of the tables. */
export async function storeSongs(
  trx: DatabaseTransaction,
  source: string,
  lists: SongLists,
  hidden: readonly HiddenPlay[] | null,
  found: readonly SongRename[],
): Promise<ImportedSongs & { changed: number }> {
  const upserted = await upsertSongs(trx, source, lists.songs, hidden, isWhole(lists))
  const noted = await updateNotebookSongs(trx, source, lists.notebook)
  const sameNames = findSameNames(await listNamedSongs(trx, source))
  const renames = await insertSongRenames(trx, [...found, ...sameNames])
  return { changed: upserted.changed + noted.changed + renames, notebookSongs: noted.songs, renames }
}

/** After the setlists. False where the counts of the source cannot be separated from what is hidden. */
export async function recountPlays(
  context: Context,
  songs: readonly SourceSong[],
  findSetlist: FindSetlist,
): Promise<boolean> {
  const hidden = await findHiddenPlays(context, findSetlist, songs)
  if (hidden === null) return false
  await analyzeTables(context.db, ['songs', 'tours', 'shows', 'setlist_revisions', 'performances'])
  await context.change(async (trx, changedTopics) => {
    const { changed } = await updateSongStatistics(trx, context.source.name, songs, hidden)
    if (changed > 0) changedTopics.add(topics.catalogue)
  })
  return true
}

export function sayRenames(renames: number): string[] {
  return renames === 0
    ? []
    : [`Songs that seem to be listed as another song, for an admin to decide: ${renames}.`]
}

export function sayCounted(counted: boolean): string[] {
  return counted ? [] : ['Plays and gaps stay as they were: the source did not send the latest setlists.']
}
