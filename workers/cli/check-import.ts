import { delimiter } from 'node:path'
import { createFileSource } from '@called-it/infra/setlist-sources/catalogue'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import { findImportEffect } from '../jobs/catalogue/check-import.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'
import { CliError } from './cli-error.ts'
import { withDatabase } from './database.ts'
import { explain, type SourceOption } from './import.ts'
import { describeCheck, findFirstImport } from './import-effect.ts'
import { parseSourceSetting, readSourceSetting } from './import-tools.ts'
import { openProgressLine } from './progress-line.ts'
import { EmptyDatabaseError } from './schema.ts'

/** Exits with 1 where an import would leave something out or be refused. */
export async function checkImport(paths: readonly string[], { source }: SourceOption): Promise<void> {
  if (paths.length > 0 && source !== undefined) throw new CliError('Name files or --source, not both.')
  const { notes, ...found } = await check(paths.length > 0 ? `file:${paths.join(delimiter)}` : source)
  for (const note of notes) console.log(note)
  for (const line of describeCheck(found)) console.log(line)
  const { count } = found.faults
  if (found.refusal !== null) throw new CliError(`An import would be refused: ${found.refusal}`)
  if (count > 0) throw new CliError(`Faults: ${count}. An import would leave out what they stop.`)
}

type NotedCheck = ImportCheck & { notes: readonly string[] }

async function check(setting: string | undefined): Promise<NotedCheck> {
  const line = openProgressLine()
  const progress = (done: number, total: number | null) => line.show(`setlist ${done + 1} of ${total}`)
  const { signal } = new AbortController()
  try {
    return await withDatabase(async (db, pool) => {
      const source = openSetlistSource(db, await readSourceSetting(db, setting))
      return withNotes(source, findImportEffect({ db, pool, source, signal, progress }))
    })
  } catch (error) {
    const parsed = parseSourceSetting(setting, process.env)
    if (!(error instanceof EmptyDatabaseError && parsed.name === 'file')) return explain(error)
    const source = createFileSource(parsed.options)
    return await withNotes(source, findFirstImport(source)).catch(explain)
  } finally {
    line.clear()
  }
}

async function withNotes(source: SetlistSource, check: Promise<ImportCheck>): Promise<NotedCheck> {
  return { ...(await check), notes: (await source.listNotes?.()) ?? [] }
}
