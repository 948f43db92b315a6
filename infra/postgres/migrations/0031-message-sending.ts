import { type Kysely, sql } from 'kysely'

/**
 * The table of messages is its own queue. All of it goes with the message, which goes with the profile; the host is of
 * the device's endpoint, which has it, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE messages
      -- Null: waits for a job of the release before.
      ADD COLUMN due_at timestamptz,
      ADD COLUMN urgency smallint NOT NULL DEFAULT 3,
      ADD COLUMN expires_at timestamptz,
      -- Of a push.
      ADD COLUMN host text,
      ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
      ADD COLUMN claimed_by uuid,
      ADD COLUMN claimed_until timestamptz,
      ADD COLUMN outcome text,
      ADD COLUMN last_error text`.execute(db)
  await sql`
    CREATE INDEX messages_open ON messages (channel, urgency, expires_at, id) WHERE done_at IS NULL`.execute(
    db,
  )
}
