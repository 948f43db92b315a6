import { type Kysely, sql } from 'kysely'

/**
 * What a worker makes of a tour that is over. Rows go with the tour. Of users they hold ids only, which stay when a
 * profile is deleted, as its scores do: names are read with the rows. Backups leave both tables out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE seasons (
      tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE,
      -- Follows from the score sets of the tour.
      version text NOT NULL,
      -- Candidates of each award, in order.
      awards jsonb NOT NULL,
      chunks integer NOT NULL
    )`.execute(db)
  // The final table; a chunk has 20 bytes for each of up to 3,200 players.
  await sql`
    CREATE TABLE season_results (
      tour_id integer NOT NULL REFERENCES seasons ON DELETE CASCADE,
      version text NOT NULL,
      number integer NOT NULL,
      players bytea NOT NULL,
      PRIMARY KEY (tour_id, version, number)
    )`.execute(db)
}
