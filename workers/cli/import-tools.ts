import { type Env, readEffectiveEnv } from '@called-it/infra/config/effective-settings'
import { parseSettings, pickSettings, SettingsError } from '@called-it/infra/config/settings'
import type { Database } from '@called-it/infra/postgres/client'
import { locateSource } from '@called-it/infra/setlist-sources/catalogue'
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
  return withCurrentDatabase(async (db, pool) => {
    const source = openSetlistSource(db, await readSourceSetting(db, setting))
    const runner = createInProcessRunner({ db, pool, source, worker: `cli:${process.pid}`, ...options })
    return work({ db, source, runner })
  })
}

/** @param setting undefined: what SETLIST_SOURCE names, or an admin has stored */
export async function readSourceSetting(db: Database, setting: string | undefined) {
  return parseSourceSetting(setting, setting === undefined ? await readCurrentEnv(db) : process.env)
}

export async function readCurrentEnv(db: Database): Promise<Env> {
  return await readEffectiveEnv(db, process.env).catch((error: unknown) => {
    throw error instanceof SettingsError ? new CliError(error.message) : error
  })
}

export function parseSourceSetting(setting: string | undefined, given: Env) {
  const env = setting === undefined ? given : { ...given, SETLIST_SOURCE: setting }
  try {
    return locateSource(parseSettings(pickSettings('SETLIST_SOURCE', 'SETLIST_SOURCE_URL', 'DATA_DIR'), env))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new CliError(setting === undefined ? error.message : `--source ${error.issues[0]?.reason}`)
  }
}
