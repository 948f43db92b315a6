import { type Kysely, sql } from 'kysely'

/**
 * Who leads each board, for its first page, which everybody asks for at the moment at which the board has moved. No key
 * to anything: a list that is no longer whole is found out by the counts of totals, and not used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE board_tops (
      board integer PRIMARY KEY CHECK (board >= 0),
      user_ids integer[] NOT NULL
    )`.execute(db)
}
