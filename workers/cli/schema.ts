import type { Database } from '@called-it/infra/postgres/client'
import { LATEST_MIGRATION, migrateToLatest } from '@called-it/infra/postgres/migrate'
import { findNewestMigration, isMigrated } from '@called-it/infra/postgres/queries/work/database'
import { UnknownDatabaseError } from '@called-it/infra/postgres/squashed-migrations'
import { CliError } from './cli-error.ts'

export class EmptyDatabaseError extends CliError {
  constructor() {
    super('The database is empty. `npm start`, or the command `migrate`, prepares it.')
  }
}

const UPGRADE = 'Back it up, then run `migrate`.'

/** @throws CliError where this release cannot migrate the database */
export async function migrateDatabase(url: string, log: (line: string) => void): Promise<void> {
  await migrateToLatest(url, log).catch((error: unknown) => {
    throw error instanceof UnknownDatabaseError ? new CliError(error.message) : error
  })
}

/**
 * Migrates an empty database. One of a newer release stays as it is: a migration only adds.
 *
 * @throws CliError for a database of an older release
 */
export async function prepareSchema(db: Database, url: string): Promise<void> {
  const newest = await findNewestMigration(db)
  // The output belongs to the command.
  if (newest === null) await migrateDatabase(url, () => undefined)
  else if (!(await isMigrated(db, LATEST_MIGRATION))) {
    throw new CliError(`The database is of an older release, at migration ${newest}. ${UPGRADE}`)
  }
}

/** @throws CliError where the database is empty, or lacks a table or column that the command reads */
export async function explainSchema<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const newest = await findNewestMigration(db)
  if (newest === null) throw new EmptyDatabaseError()
  try {
    return await work()
  } catch (error) {
    if (newest === LATEST_MIGRATION || !isOtherSchema(error)) throw error
    const isNewer = await isMigrated(db, LATEST_MIGRATION)
    const remedy = isNewer ? 'Run the command with that release.' : UPGRADE
    throw new CliError(
      `This command cannot read a database of ${isNewer ? 'a newer' : 'an older'} release, at migration ${newest}. ${remedy}`,
    )
  }
}

/** SQLSTATEs of an unknown column and an unknown table. */
function isOtherSchema(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42703' || error.code === '42P01')
}
