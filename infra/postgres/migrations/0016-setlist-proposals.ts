import { type Kysely, sql } from 'kysely'

/**
 * The setlist of a source that seems to be cut off, until an admin takes or drops it: the newest of each show. A
 * dropped one stays, so that the next import does not propose it again. It is deleted when the source has a complete
 * setlist, and goes with its show. It holds nothing of a user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE setlist_proposals (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      show_id integer NOT NULL UNIQUE REFERENCES shows ON DELETE CASCADE,
      -- As the source's adapter returns it.
      setlist jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      dropped_at timestamptz
    )`.execute(db)
}
