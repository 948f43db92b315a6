import { type Kysely, sql } from 'kysely'

/** Which devices and hosts of pushes fail. All of it goes with the subscription, which goes with the profile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE push_subscriptions
      -- Of a push that its service took, to the hour.
      ADD COLUMN reached_at timestamptz,
      -- Days with a failure since then, and the last of them.
      ADD COLUMN failed_days smallint NOT NULL DEFAULT 0,
      ADD COLUMN failed_on date`.execute(db)
  await sql`
    CREATE INDEX push_subscriptions_host ON push_subscriptions (split_part(endpoint, '/', 3), reached_at)
    WHERE reached_at IS NOT NULL`.execute(db)
}
