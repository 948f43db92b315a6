import { type Kysely, sql } from 'kysely'

/**
 * The code of the language in which a user reads pages and mails; null where none is chosen. A registration has that of
 * the page, for its mails, and its account gets it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN language text;
    ALTER TABLE registrations ADD COLUMN language text`.execute(db)
}
