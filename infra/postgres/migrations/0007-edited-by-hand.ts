import { type Kysely, sql } from 'kysely'

/** What an admin has edited of a source's tour or show stays through imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE tours ADD COLUMN edited_by_hand boolean NOT NULL DEFAULT false`.execute(db)
  await sql`ALTER TABLE shows ADD COLUMN edited_by_hand boolean NOT NULL DEFAULT false`.execute(db)
}
