import type { RunInput } from '@called-it/shared/contract/runs'
import type { FinishedRun, RunContext } from '../../runs/run-context.ts'
import { rememberSetlists } from './hidden-plays.ts'
import { checkLosses } from './import-question.ts'
import {
  importSongs,
  readSongLists,
  recountPlays,
  sayCounted,
  sayFaults,
  sayRenames,
} from './import-songs.ts'
import { measureImport } from './measure-import.ts'

type Context = Omit<RunContext<'update-notebook'>, 'run'>
type Order = RunInput<'update-notebook'>

/** Imports songs and the songwriter's notebook. */
export async function updateNotebook(context: Context, { confirm }: Order): Promise<FinishedRun> {
  const { source } = context
  const lists = await readSongLists(context)
  const songs = lists.songs.length
  const findSetlist = rememberSetlists(source)
  if (!confirm) checkLosses(await measureImport(context, lists, findSetlist))
  context.progress(0, songs)
  const { notebookSongs, renames } = await importSongs(context, lists, findSetlist)
  const counted = await recountPlays(context, lists.songs, findSetlist)
  const message = [
    `The songs are up to date (songs: ${songs}, in the notebook: ${notebookSongs}).`,
    ...sayRenames(renames),
    ...sayCounted(counted),
    ...sayFaults(lists.faults),
  ].join(' ')
  return context.finish(async () => ({ message, songs, tours: 0, shows: 0 }))
}
