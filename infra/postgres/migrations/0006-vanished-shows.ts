import { type Kysely, sql } from 'kysely'

/** Shows that their data site lists no longer: marked, never deleted, since fans' picks hang on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE shows ADD COLUMN vanished_at timestamptz`.execute(db)
}
