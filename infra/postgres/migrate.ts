import { readdirSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Database } from './client.ts'
import { isPostgresAway } from './outage.ts'
import { getServerVersion, isMigrated } from './queries/work/database.ts'
import { replaceSquashedMigrations, UnknownDatabaseError } from './squashed-migrations.ts'

/** uuidv7() and RETURNING OLD need Postgres 18. */
const MIN_SERVER_VERSION = 180_000

const migrationFolder = path.join(import.meta.dirname, 'migrations')
const migrations = readdirSync(migrationFolder)
  .map((file) => path.parse(file).name)
  .toSorted()

/** The newest migration that this program knows; a gateway is ready once it is applied. */
export const LATEST_MIGRATION = migrations.at(-1) ?? ''

export class NotMigratedError extends Error {
  override readonly name = 'NotMigratedError'

  constructor() {
    super(
      'The database is not migrated to this release. Back it up unless it is empty, then run `npm run cli -- migrate`.',
    )
  }
}

/** @throws NotMigratedError; a database that is away may come back migrated */
export async function requireMigrated(db: Database): Promise<void> {
  const migrated = await isMigrated(db, LATEST_MIGRATION).catch((error: unknown) => {
    if (!isPostgresAway(error)) throw error
    return true
  })
  if (!migrated) throw new NotMigratedError()
}

/**
 * Migrates a database to the newest migration. Of two callers at once, one waits for the other.
 *
 * @throws if a migration fails (it then has changed nothing), or UnknownDatabaseError if this release cannot migrate the
 *   database, also where its server is older than Postgres 18
 */
export async function migrateToLatest(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  // An idle connection may break; a query that needs it fails by itself.
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    if ((await getServerVersion(db)) < MIN_SERVER_VERSION) {
      throw new UnknownDatabaseError('Postgres 18 or later is needed.')
    }
    await db.transaction().execute((trx) => replaceSquashedMigrations(trx, migrations))
    const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) })
    const { error, results } = await migrator.migrateToLatest()
    for (const { migrationName, status } of results ?? []) log(`migration ${migrationName}: ${status}`)
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
