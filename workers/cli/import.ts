import {
  listPlayedShowsOfSource,
  type PlayedShow,
} from '@called-it/infra/postgres/queries/catalogue/source-shows'
import { printFault } from '@called-it/infra/setlist-sources/faults'
import { type SetlistSource, SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { counted } from '@called-it/shared/contract/counted'
import { FailedRunError } from '../runs/in-process-runner.ts'
import { CliError } from './cli-error.ts'
import { type ImportTools, withImportTools } from './import-tools.ts'
import { openProgressLine, type ProgressLine } from './progress-line.ts'

export type SourceOption = { source?: string }

export type ListsOptions = SourceOption & { yes?: boolean }
/** Days are YYYY-MM-DD, both included. */
export type SetlistOptions = SourceOption & { from?: string; to?: string; replaceHandEntered?: boolean }

export function importSongs(options: ListsOptions): Promise<void> {
  const order = { confirm: options.yes }
  return importLists(options, (runner) => runner.run('update-notebook', order))
}

export function importShows(options: ListsOptions): Promise<void> {
  const order = { notebookOnly: false, confirm: options.yes } as const
  return importLists(options, (runner) => runner.run('import-catalogue', order))
}

async function importLists(
  { source }: SourceOption,
  run: (runner: ImportTools['runner']) => Promise<{ message: string }>,
): Promise<void> {
  const line = openProgressLine()
  line.show('importing …')
  const onProgress = (done: number, total: number | null) => {
    if (total !== null) line.show(`importing … ${done} of ${total}`)
  }
  const { message } = await withImportTools(source, ({ runner }) => run(runner).catch(explain), {
    onProgress,
  }).finally(line.clear)
  console.log(message)
}

export async function importSetlists(options: SetlistOptions): Promise<void> {
  const line = openProgressLine()
  const { counts, failures, skipped } = await withImportTools(options.source, async (tools) => {
    const faults = await tools.source.listFaults?.().catch(explain)
    // Otherwise each show would fail with it.
    if (faults?.stop) throw new CliError(printFault(faults.stop))
    const shows = await listPlayedShowsOfSource(
      tools.db,
      tools.source.name,
      options,
      options.replaceHandEntered ?? false,
    )
    const listed = await listShowsWithSetlist(tools.source, shows)
    const imported = {
      skipped: shows.length - listed.length,
      ...(await importEach(tools.runner, listed, line)),
    }
    const { changed, unchanged } = imported.counts
    return changed + unchanged > 0 ? recountSongs(tools.runner, imported) : imported
  }).finally(line.clear)
  console.log(
    `New or changed: ${counted(counts.changed, 'setlist')}. As before: ${counts.unchanged}.` +
      ` Without one that counts: ${counted(counts.missing, 'show')}.` +
      (skipped > 0 ? ` Skipped, without rows: ${counted(skipped, 'show')}.` : ''),
  )
  if (failures.length > 0) throw new CliError(failures.join('\n'))
}

/** A run for each of the others would end in the list of runs that failed. */
async function listShowsWithSetlist(
  source: SetlistSource,
  shows: readonly PlayedShow[],
): Promise<PlayedShow[]> {
  const listed: PlayedShow[] = []
  for (const show of shows) if ((await source.hasSetlist?.(show.sourceId)) ?? true) listed.push(show)
  return listed
}

const PLAYS_NEED_YES =
  'Plays and gaps stay as they were: more than a third of the songs would be retired. `import songs --yes` does it.'

/** A stored setlist counts only the first play of a song; the others count when songs are imported. */
async function recountSongs<Imported extends { failures: readonly string[] }>(
  runner: ImportTools['runner'],
  imported: Imported,
): Promise<Imported & { failures: readonly string[] }> {
  try {
    await runner.run('update-notebook', {})
    return imported
  } catch (error) {
    if (!(error instanceof FailedRunError)) throw error
    const isQuestion = error.code === 'import_retires_many'
    const failure = isQuestion ? PLAYS_NEED_YES : `The plays of the songs: ${error.message}`
    return { ...imported, failures: [...imported.failures, failure] }
  }
}

type SetlistCounts = { changed: number; unchanged: number; missing: number }

/** A show that the source sends broken does not stop the others; a source that is away does. */
export async function importEach(
  runner: ImportTools['runner'],
  shows: readonly PlayedShow[],
  line: ProgressLine,
): Promise<{ counts: SetlistCounts; failures: string[] }> {
  const counts = { changed: 0, unchanged: 0, missing: 0 }
  const failures: string[] = []
  for (const [index, show] of shows.entries()) {
    line.show(`setlist ${index + 1} of ${shows.length}: ${show.date}, ${show.venue}`)
    try {
      counts[await importOne(runner, show)] += 1
    } catch (error) {
      if (!(error instanceof FailedRunError)) throw error
      failures.push(`The setlist of ${show.date}, ${show.venue}: ${error.message}`)
      if (error.code !== 'source_malformed') break
    }
  }
  return { counts, failures }
}

async function importOne(runner: ImportTools['runner'], show: PlayedShow): Promise<keyof SetlistCounts> {
  try {
    const { changed } = await runner.run('import-setlist', { showId: show.id })
    return changed ? 'changed' : 'unchanged'
  } catch (error) {
    if (error instanceof FailedRunError && isWithoutSetlist(error)) return 'missing'
    throw error
  }
}

/** Not every show has a setlist at the source, so the import goes on. */
function isWithoutSetlist({ code }: FailedRunError): boolean {
  return code === 'setlist_not_found' || code === 'show_excluded'
}

export function explain(error: unknown): never {
  if (error instanceof SetlistSourceError) throw new CliError(error.message)
  if (!(error instanceof FailedRunError)) throw error
  const remedy = error.code === 'import_retires_many' ? ' Repeat it with --yes to import anyway.' : ''
  throw new CliError(`${error.message}${remedy}`)
}
