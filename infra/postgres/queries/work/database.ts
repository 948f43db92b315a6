import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { Schema } from '../../schema.ts'

/** The only clock that rules use. */
export async function getDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database returned no time')
  return row.now
}

/** Runs several reads in one snapshot, so that data and its version match. `read` must not write. */
export function inSnapshot<R>(db: Database, read: (trx: DatabaseTransaction) => Promise<R>): Promise<R> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/**
 * Counts tables for the planner before set-based work on many new rows. Autovacuum does so within a minute, but not
 * after a crash: Postgres then has forgotten which tables have grown.
 */
export async function analyzeTables(db: Database, tables: readonly (keyof Schema & string)[]): Promise<void> {
  await sql`ANALYZE ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}

/**
 * The same before a show's first scores are read. Only the columns that find them: to sort the names of 100,000 users
 * takes a second, for which pages wait.
 */
export async function analyzeScores(db: Database): Promise<void> {
  await sql`ANALYZE users (id), predictions (show_id, user_id), scores (score_set_id, user_id)`.execute(db)
}

export async function isMigrated(db: Database, migration: string): Promise<boolean> {
  if (!(await hasMigrationTable(db))) return false
  const applied = await sql`SELECT 1 FROM kysely_migration WHERE name = ${migration}`.execute(db)
  return applied.rows.length > 0
}

/** The newest applied migration, which may be of another release; null in an empty database. */
export async function findNewestMigration(db: Database): Promise<string | null> {
  if (!(await hasMigrationTable(db))) return null
  const { rows } = await sql<{ name: string | null }>`
    SELECT max(name) AS name FROM kysely_migration`.execute(db)
  return rows[0]?.name ?? null
}

async function hasMigrationTable<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`.execute(db)
  return rows[0]?.exists ?? false
}

/** The names of the applied migrations in their order. Other migrators wait until the transaction ends. */
export async function listMigrationsForUpdate(trx: Transaction<unknown>): Promise<string[]> {
  if (!(await hasMigrationTable(trx))) return []
  await sql`LOCK TABLE kysely_migration IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(trx)
  return rows.map(({ name }) => name)
}

export async function replaceMigrations(trx: Transaction<unknown>, names: readonly string[]): Promise<void> {
  await sql`DELETE FROM kysely_migration`.execute(trx)
  const timestamp = new Date().toISOString()
  await sql`
    INSERT INTO kysely_migration (name, timestamp)
    SELECT name, ${timestamp} FROM unnest(${names}::text[]) AS name`.execute(trx)
}

/** The server's version as a number: 180004 is 18.4. */
export async function getServerVersion(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    SELECT current_setting('server_version_num')::integer AS version`.execute(db)
  return rows[0]?.version ?? 0
}

/*
 * Statements of a superuser, before programs connect: they log in as the owner of their database, who has no rights
 * beyond it.
 */

export async function upsertOwner(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  await client.query(
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${client.escapeIdentifier(name)}
     LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
  )
}

/** Creates the database unless it exists. */
export async function ensureDatabase(client: pg.Client, database: string, owner: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (rowCount !== 0) return
  const [name, role] = [database, owner].map((text) => client.escapeIdentifier(text))
  await client.query(`CREATE DATABASE ${name} OWNER ${role}`)
}
