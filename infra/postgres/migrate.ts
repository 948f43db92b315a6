import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Database } from './client.ts'
import * as accounts from './migrations/0020-accounts.ts'
import * as catalogue from './migrations/0021-catalogue.ts'
import * as game from './migrations/0022-game.ts'
import * as reach from './migrations/0023-reach.ts'
import * as pushFailures from './migrations/0024-push-failures.ts'
import * as sessionDevices from './migrations/0025-session-devices.ts'
import * as searchFolds from './migrations/0026-search-folds.ts'
import * as pointsVersion from './migrations/0027-points-version.ts'
import * as lockEvents from './migrations/0028-lock-events.ts'
import * as venuePlaces from './migrations/0029-venue-places.ts'
import * as seasons from './migrations/0030-seasons.ts'
import * as messageSending from './migrations/0031-message-sending.ts'
import * as scoringAutovacuum from './migrations/0032-scoring-autovacuum.ts'
import { isPostgresAway } from './outage.ts'
import { getServerVersion, isMigrated } from './queries/work/database.ts'
import { replaceSquashedMigrations, UnknownDatabaseError } from './squashed-migrations.ts'

/** uuidv7() and RETURNING OLD need Postgres 18. */
const MIN_SERVER_VERSION = 180_000

const migrations: Record<string, Migration> = {
  '0020-accounts': accounts,
  '0021-catalogue': catalogue,
  '0022-game': game,
  '0023-reach': reach,
  '0024-push-failures': pushFailures,
  '0025-session-devices': sessionDevices,
  '0026-search-folds': searchFolds,
  '0027-points-version': pointsVersion,
  '0028-lock-events': lockEvents,
  '0029-venue-places': venuePlaces,
  '0030-seasons': seasons,
  '0031-message-sending': messageSending,
  '0032-scoring-autovacuum': scoringAutovacuum,
}

/** The newest migration that this program knows; a gateway is ready once it is applied. */
export const LATEST_MIGRATION = Object.keys(migrations).at(-1) ?? ''

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
    await db.transaction().execute((trx) => replaceSquashedMigrations(trx, Object.keys(migrations)))
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    for (const { migrationName, status } of results ?? []) log(`migration ${migrationName}: ${status}`)
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
