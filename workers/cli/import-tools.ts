import { createLogger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { parseSettings, SettingsError, settingFields } from '@called-it/infra/settings'
import { createInProcessRuns, type InProcessRuns } from '../runs/in-process-runs.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'
import { CliError } from './cli-error.ts'
import { withDatabase } from './database.ts'

export type ImportTools = { db: Database; source: SetlistSource; runs: InProcessRuns }

/** @param setting stands in for SETLIST_SOURCE */
export async function withImportTools<Answer>(
  setting: string | undefined,
  work: (tools: ImportTools) => Promise<Answer>,
): Promise<Answer> {
  const parsed = readSourceSetting(setting)
  return withDatabase((db, pool) => {
    const source = openSetlistSource(db, parsed)
    const log = createLogger('cli', 'silent')
    return work({
      db,
      source,
      runs: createInProcessRuns({ db, pool, source, worker: `cli:${process.pid}`, log }),
    })
  })
}

function readSourceSetting(setting: string | undefined) {
  const env = setting === undefined ? process.env : { SETLIST_SOURCE: setting }
  try {
    return parseSettings({ SETLIST_SOURCE: settingFields.SETLIST_SOURCE }, env).SETLIST_SOURCE
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new CliError(setting === undefined ? error.message : `--source ${error.issues[0]?.reason}`)
  }
}
