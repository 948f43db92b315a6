import { type Kysely, sql } from 'kysely'

/**
 * What a worker makes of the setlists of a tour. A row goes with its tour; it holds shows and songs by their ids, and no
 * users. Backups leave it out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tour_statistics (
      tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE,
      -- Follows from the setlists up to the last show of the tour, and from which songs are one or hidden.
      version text NOT NULL,
      statistics jsonb NOT NULL
    )`.execute(db)
}
