import { type Kysely, sql } from 'kysely'

/**
 * The leading players of each board, for its first page, which everybody reads at once after a scoring. No foreign
 * key: a list that is out of date is detected by the histogram and not used.
 *
 * Keeps its number from 0.1.0: the gateways of that release are ready only with this name in the migration table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE board_tops (
      board integer PRIMARY KEY CHECK (board >= 0),
      user_ids integer[] NOT NULL
    )`.execute(db)
}
