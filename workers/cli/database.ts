import { parseSettings, SettingsError, settingFields } from '@called-it/infra/config/settings'
import { type Database, openPostgres, type Postgres } from '@called-it/infra/postgres/client'
import { isPostgresAway } from '@called-it/infra/postgres/outage'
import { CliError } from './cli-error.ts'
import { explainSchema, prepareSchema } from './schema.ts'

type Work<Result> = (db: Database, pool: Postgres['pool']) => Promise<Result>

/** For commands that only read, or back up: the schema stays as it is. */
export function withDatabase<Result>(work: Work<Result>): Promise<Result> {
  return withConnections((db, pool) => explainSchema(db, () => work(db, pool)))
}

/** For commands that change something: an empty database is migrated first, and one of an older release is refused. */
export function withCurrentDatabase<Result>(work: Work<Result>): Promise<Result> {
  return withConnections(async (db, pool) => {
    await prepareSchema(db, readDatabaseUrl())
    return explainSchema(db, () => work(db, pool))
  })
}

async function withConnections<Result>(work: Work<Result>): Promise<Result> {
  const postgres = openPostgres({
    url: readDatabaseUrl(),
    program: 'called-it cli',
    maxConnections: 4,
    onConnectionError: () => undefined,
  })
  try {
    return await whileReachable(() => work(postgres.db, postgres.pool))
  } finally {
    await postgres.close()
  }
}

export async function whileReachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isPostgresAway(error)) throw error
    throw new CliError('The database cannot be reached. Is it running, and is DATABASE_URL right?')
  }
}

export function readDatabaseUrl(): string {
  try {
    const { DATABASE_URL } = parseSettings({ DATABASE_URL: settingFields.DATABASE_URL }, process.env)
    if (DATABASE_URL !== undefined) return DATABASE_URL
  } catch (error) {
    if (error instanceof SettingsError) throw new CliError(error.message)
    throw error
  }
  throw new CliError('DATABASE_URL is not set. `npm run cli` sets it for the database of this machine.')
}
