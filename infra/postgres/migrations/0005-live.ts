import { type Kysely, sql } from 'kysely'

/** The switches, the versions of what is live, and facts about this installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE settings (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      test_mode_enabled boolean NOT NULL DEFAULT true,
      site_overlay_enabled boolean NOT NULL DEFAULT false
    )`.execute(db)
  await sql`INSERT INTO settings DEFAULT VALUES`.execute(db)

  // Bumped in the transaction of each change; gateways read the whole small table once a second, so that
  // a message that was lost costs a second and not the truth.
  await sql`
    CREATE TABLE topic_versions (
      topic text PRIMARY KEY,
      version bigint NOT NULL CHECK (version > 0),
      changed_at timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50)`.execute(db)

  // What the installation remembers about itself: the day that its demo data is anchored on, say.
  await sql`
    CREATE TABLE installation_facts (
      name text PRIMARY KEY,
      value jsonb NOT NULL
    )`.execute(db)
}
