import { parseSettings, SettingsError, settingFields } from '@called-it/infra/config/settings'
import type { Database } from '@called-it/infra/postgres/client'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import {
  createInProcessRunner,
  type InProcessRunner,
  type InProcessRunnerParts,
} from '../runs/in-process-runner.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'
import { CliError } from './cli-error.ts'
import { withCurrentDatabase } from './database.ts'

export type ImportTools = { db: Database; source: SetlistSource; runner: InProcessRunner }

export async function withImportTools<Result>(
  setting: string | undefined,
  work: (tools: ImportTools) => Promise<Result>,
  options: Pick<InProcessRunnerParts, 'onProgress' | 'publisher'> = {},
): Promise<Result> {
  const parsed = readSourceSetting(setting)
  return withCurrentDatabase((db, pool) => {
    const source = openSetlistSource(db, parsed)
    const runner = createInProcessRunner({ db, pool, source, worker: `cli:${process.pid}`, ...options })
    return work({ db, source, runner })
  })
}

export function readSourceSetting(setting: string | undefined) {
  const env = setting === undefined ? process.env : { SETLIST_SOURCE: setting }
  try {
    return parseSettings({ SETLIST_SOURCE: settingFields.SETLIST_SOURCE }, env).SETLIST_SOURCE
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new CliError(setting === undefined ? error.message : `--source ${error.issues[0]?.reason}`)
  }
}
