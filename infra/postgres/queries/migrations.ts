import { sql } from 'kysely'
import type { Database } from '../client.ts'

/** Whether a migration has been applied; false too where none ever was. */
export async function isMigrated(db: Database, migration: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`.execute(db)
  if (!rows[0]?.exists) return false
  const applied = await sql`SELECT 1 FROM kysely_migration WHERE name = ${migration}`.execute(db)
  return applied.rows.length > 0
}
