import {
  listPlayedShowsOfSource,
  type PlayedShow,
} from '@called-it/infra/postgres/queries/catalogue/source-shows'
import { counted } from '@called-it/shared/contract/counted'
import { FailedRunError } from '../runs/in-process-runner.ts'
import { CliError } from './cli-error.ts'
import { type ImportTools, withImportTools } from './import-tools.ts'
import { openProgressLine, type ProgressLine } from './progress-line.ts'

export type SourceOption = { source?: string }
/** Days are YYYY-MM-DD, both included. */
export type SetlistOptions = SourceOption & { from?: string; to?: string; replaceHandEntered?: boolean }

export async function importCatalogue({ source }: SourceOption, notebookOnly: boolean): Promise<void> {
  const line = openProgressLine()
  line.show('importing …')
  const { message } = await withImportTools(
    source,
    ({ runner }) => runner.run('import-catalogue', { notebookOnly }).catch(explain),
    (done, total) => {
      if (total !== null) line.show(`importing … ${done} of ${total}`)
    },
  ).finally(line.clear)
  console.log(message)
}

export async function importSetlists(options: SetlistOptions): Promise<void> {
  const line = openProgressLine()
  const counts = await withImportTools(options.source, async (tools) => {
    const shows = await listPlayedShowsOfSource(
      tools.db,
      tools.source.name,
      options,
      options.replaceHandEntered ?? false,
    )
    return importEach(tools, shows, line)
  }).finally(line.clear)
  console.log(
    `New or changed: ${counted(counts.changed, 'setlist')}. As before: ${counts.unchanged}.` +
      ` Without one that counts: ${counted(counts.missing, 'show')}.`,
  )
}

type SetlistCounts = { changed: number; unchanged: number; missing: number }

async function importEach(
  tools: ImportTools,
  shows: readonly PlayedShow[],
  line: ProgressLine,
): Promise<SetlistCounts> {
  const counts = { changed: 0, unchanged: 0, missing: 0 }
  for (const [index, show] of shows.entries()) {
    line.show(`setlist ${index + 1} of ${shows.length}: ${show.date}, ${show.venue}`)
    counts[await importOne(tools, show)] += 1
  }
  return counts
}

async function importOne({ runner }: ImportTools, show: PlayedShow): Promise<keyof SetlistCounts> {
  try {
    const { changed } = await runner.run('import-setlist', { showId: show.id })
    return changed ? 'changed' : 'unchanged'
  } catch (error) {
    if (error instanceof FailedRunError && isWithoutSetlist(error)) return 'missing'
    return explain(error, `The setlist of ${show.date}, ${show.venue}: `)
  }
}

/** Not every show has a setlist at the source, so the import goes on. */
function isWithoutSetlist({ code }: FailedRunError): boolean {
  return code === 'setlist_not_found' || code === 'show_excluded'
}

function explain(error: unknown, about = ''): never {
  if (error instanceof FailedRunError) throw new CliError(`${about}${error.message}`)
  throw error
}
