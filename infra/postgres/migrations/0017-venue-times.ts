import { type Kysely, sql } from 'kysely'

/**
 * When a show starts and its picks close, by the clock of its venue. What the source lists and what an admin sets is
 * kept apart from what follows from it, so that a new date, place or default can be applied at any time. Of a user only
 * a switch is stored, in the user's row. A venue's choices hold nothing of a user and outlive its shows: the next one
 * there needs them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE shows
      -- As the source's adapter lists them: time zone, start, lock, coordinates.
      ADD COLUMN listed_times jsonb,
      -- Set by an admin: HH:MM at the venue, and an instant that no import moves.
      ADD COLUMN set_starts_local text CHECK (set_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      ADD COLUMN set_locks_at timestamptz,
      ADD COLUMN cancelled_at timestamptz,
      ADD COLUMN cancel_reason text,
      -- What follows from these, with locks_at. No time zone: unknown.
      ADD COLUMN time_zone text,
      ADD COLUMN zone_needs_check boolean NOT NULL DEFAULT false,
      ADD COLUMN starts_local text CHECK (starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      ADD COLUMN starts_at timestamptz,
      ADD COLUMN time_source text NOT NULL DEFAULT 'unknown'
        CHECK (time_source IN ('admin', 'site', 'default', 'unknown')),
      -- The last thing that pages say about the lock.
      ADD COLUMN notice jsonb`.execute(db)
  // A known lock was an admin's, except in the demo, whose source lists them. Other picks close as the release before
  // has shown to everybody, until the first start computes the locks at venue time.
  await sql`
    UPDATE shows SET time_source = CASE WHEN source = 'demo' THEN 'site' ELSE 'admin' END,
      set_locks_at = CASE WHEN source <> 'demo' THEN locks_at END
    WHERE locks_at IS NOT NULL`.execute(db)
  await sql`
    UPDATE shows SET locks_at = (showdate + 1)::timestamp AT TIME ZONE 'UTC' WHERE locks_at IS NULL`.execute(
    db,
  )

  await sql`
    CREATE TABLE venue_choices (
      -- Lower-case and trimmed; an unknown city is empty.
      venue text NOT NULL,
      city text NOT NULL,
      time_zone text,
      -- The start of the first of two shows on one day.
      early_starts_local text CHECK (early_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      PRIMARY KEY (venue, city)
    )`.execute(db)

  // The public list of a show's picks is read page by page. In the order of user ids it would tell who the players
  // without a name are.
  await sql`CREATE INDEX predictions_show ON predictions (show_id, id)`.execute(db)

  // Existing accounts chose nothing yet: their picks have no name until they turn it on. New ones are told.
  await sql`ALTER TABLE users ADD COLUMN shows_picks boolean NOT NULL DEFAULT false`.execute(db)
  // Of the account that follows: who registered with the release before was not told either.
  await sql`ALTER TABLE registrations ADD COLUMN shows_picks boolean NOT NULL DEFAULT false`.execute(db)
}
