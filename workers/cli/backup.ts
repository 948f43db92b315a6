import { access } from 'node:fs/promises'
import path from 'node:path'
import { newBackupName } from '@called-it/infra/backups/backup-folder'
import { BackupFileError } from '@called-it/infra/postgres/backup/file'
import { RestoreRefusedError, restoreBackup } from '@called-it/infra/postgres/backup/restore-backup'
import { type OnProgress, writeBackup } from '@called-it/infra/postgres/backup/write-backup'
import { TablesInUseError } from '@called-it/infra/postgres/queries/work/backup'
import { CliError } from './cli-error.ts'
import { withCurrentDatabase, withDatabase } from './database.ts'
import { openProgressLine } from './progress-line.ts'
import { findSettingsKeys, replaceAndReport } from './settings-key.ts'
import { verifyBoards } from './standings.ts'

export async function backup(given: string): Promise<void> {
  const file = path.resolve(given)
  if (await exists(file)) throw new CliError(`${file} is there already. A backup takes a new name.`)
  const { tables, rows } = await withDatabase((_, pool) =>
    withProgress('backing up', (onProgress) => writeBackup(pool, file, { onProgress })),
  ).catch(explain)
  console.log(`${rows} rows of ${tables} tables are in ${file}.`)
  console.log('It holds password hashes and addresses: keep it as closely as the database.')
  console.log('It does not hold SETTINGS_KEY, without which devices must subscribe again: keep that apart.')
}

export type ReplaceOptions = { replace?: true }

export async function restore(given: string, { replace }: ReplaceOptions): Promise<void> {
  const file = path.resolve(given)
  const restorePoint = replace && path.join(path.dirname(file), newBackupName('restore_point', new Date()))
  if (!(await exists(file))) throw new CliError(`There is no file ${file}.`)
  await withCurrentDatabase(async (db, pool) => {
    const keys = findSettingsKeys()
    const restored = await withProgress('restoring', (onProgress) =>
      restoreBackup(pool, file, { restorePoint, onProgress }),
    )
    const { takenAt, tables, rows } = restored
    console.log(`${rows} rows of ${tables} tables are as they were at ${takenAt}.`)
    if (restored.restorePoint !== null) console.log(`What was there before is in ${restored.restorePoint}.`)
    console.log('Sessions and mailed links are not part of a backup: everybody logs in again.')
    await replaceAndReport(db, keys)
    await verifyBoards(db)
  }).catch(explain)
}

async function withProgress<Result>(
  doing: string,
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> {
  const line = openProgressLine()
  line.show(`${doing} …`)
  return work(({ table, rows }) => line.show(`${doing} … ${table}, ${rows} rows so far`)).finally(line.clear)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Operators can fix files that cannot be read or written, and invalid backups. */
function explain(error: unknown): never {
  const isExpected = [BackupFileError, RestoreRefusedError, TablesInUseError].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error && isExpected) throw new CliError(error.message)
  // An error of reading or writing has no path.
  if (error instanceof Error && 'syscall' in error) throw new CliError(error.message)
  throw error
}
