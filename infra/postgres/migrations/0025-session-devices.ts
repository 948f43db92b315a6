import { type Kysely, sql } from 'kysely'

/** A device goes with its session, unless that expires. With a profile go its devices, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The same key is in the session of the browser that subscribed. Null: stored by 0.10.0, and bound at the next visit.
  await sql`
    ALTER TABLE push_subscriptions
      ADD COLUMN device_key text,
      -- When its browser was last here with a login.
      ADD COLUMN used_at timestamptz NOT NULL DEFAULT now()`.execute(db)
  // Of users whom 0.10.0 suspended.
  for (const table of ['api_keys', 'push_subscriptions']) {
    await sql`
      DELETE FROM ${sql.table(table)} USING users WHERE users.id = user_id AND suspended_at IS NOT NULL`.execute(
      db,
    )
  }
  await sql`CREATE INDEX push_subscriptions_used ON push_subscriptions (used_at)`.execute(db)
}
