import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../client.ts'

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
