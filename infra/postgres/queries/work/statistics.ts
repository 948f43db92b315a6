import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import type { Schema } from '../../schema.ts'

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
