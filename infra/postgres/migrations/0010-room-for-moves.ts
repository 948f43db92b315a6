import { type Kysely, sql } from 'kysely'

/**
 * Leaves room on every page of the standings for the next version of each of its rows: a show moves all of them in one
 * transaction, and a version that does not fit on its page is entered into the index again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE standings SET (fillfactor = 45)`.execute(db)
}
