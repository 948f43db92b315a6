import { type Kysely, sql } from 'kysely'

/** Scoring a show again replaces rows of all its players there, however many other shows the table has. */
const REWRITTEN = ['standings', 'above_expectation', 'night_feats', 'badges', 'scores'] as const

/** By default Postgres waits until a fifth of a table is dead: of forty shows with 100,000 predictions, 800,000 rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of REWRITTEN) {
    await sql`
      ALTER TABLE ${sql.table(table)}
      SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000)`.execute(db)
  }
}
