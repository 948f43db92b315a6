import { givenSongs } from '@called-it/infra/postgres/queries/catalogue/given-songs'
import { updateNotebookSongs, upsertSongs } from '@called-it/infra/postgres/queries/catalogue/song-import'
import { checkSongNumbers } from '@called-it/infra/postgres/queries/catalogue/song-numbers'
import { updateSongStatistics } from '@called-it/infra/postgres/queries/catalogue/song-statistics'
import { describeFaults } from '@called-it/infra/setlist-sources/faults'
import type { SourceSong, SourceSongReference } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/live'
import { type RunContext, RunFailedError } from '../runs/run-context.ts'
import { type FindSetlist, findHiddenPlays } from './hidden-plays.ts'

type Context = Pick<RunContext<'update-notebook'>, 'db' | 'source' | 'signal' | 'change'>

export type SongLists = { songs: readonly SourceSong[]; notebook: readonly SourceSongReference[] | null }

/**
 * Read before an import writes anything.
 *
 * @throws RunFailedError when there are no songs: an empty list would retire every song
 * @throws TooManySongsError
 */
export async function readSongLists({ db, source }: Pick<Context, 'db' | 'source'>): Promise<SongLists> {
  const lists = { songs: await source.listSongs(), notebook: await source.listNotebookSongs() }
  if (lists.songs.length === 0) {
    const faults = await source.listFaults?.()
    const message = ['The source lists no songs at all.', ...(faults ? describeFaults(faults) : [])].join(' ')
    throw new RunFailedError('source_failed', message)
  }
  await checkSongNumbers(db, source.name, givenSongs(lists.songs))
  return lists
}

/** After the shows, which say what fans must not learn yet. Returns the number of songs in the notebook. */
export async function importSongs(
  context: Context,
  { songs, notebook }: SongLists,
  findSetlist: FindSetlist,
): Promise<number> {
  const hidden = await findHiddenPlays(context, findSetlist, songs)
  return context.change(async (trx, changedTopics) => {
    const upserted = await upsertSongs(trx, context.source.name, songs, hidden)
    const noted = await updateNotebookSongs(trx, context.source.name, notebook)
    if (upserted.changed + noted.changed > 0) changedTopics.add(topics.catalogue)
    return noted.songs
  })
}

/** After the setlists. False where the counts of the source cannot be told from what is hidden. */
export async function countSongs(
  context: Context,
  songs: readonly SourceSong[],
  findSetlist: FindSetlist,
): Promise<boolean> {
  const hidden = await findHiddenPlays(context, findSetlist, songs)
  if (hidden === null) return false
  await context.change(async (trx, changedTopics) => {
    const { changed } = await updateSongStatistics(trx, context.source.name, songs, hidden)
    if (changed > 0) changedTopics.add(topics.catalogue)
  })
  return true
}

export function sayCounted(counted: boolean): string[] {
  return counted ? [] : ['Plays and gaps stay as they were: the source did not send the latest setlists.']
}
