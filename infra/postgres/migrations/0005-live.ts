import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE settings (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      test_mode_enabled boolean NOT NULL DEFAULT true,
      site_overlay_enabled boolean NOT NULL DEFAULT false
    )`.execute(db)
  await sql`INSERT INTO settings DEFAULT VALUES`.execute(db)

  // Increased in the transaction of each change. Gateways read the table every second, so that a lost message
  // delays a change by a second at most.
  await sql`
    CREATE TABLE topic_versions (
      topic text PRIMARY KEY,
      version bigint NOT NULL CHECK (version > 0),
      changed_at timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50)`.execute(db)

  // For example the day that the demo data is anchored on.
  await sql`
    CREATE TABLE installation_facts (
      name text PRIMARY KEY,
      value jsonb NOT NULL
    )`.execute(db)
}
