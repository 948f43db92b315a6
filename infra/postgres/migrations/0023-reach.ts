import { type Kysely, sql } from 'kysely'

/** What leaves the site. A show's columns go with it, and with a profile its keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Counts the changes of what calendars show. A trigger, because imports, edits, locks and the first song change it.
  await sql`
    ALTER TABLE shows
      ADD COLUMN calendar_sequence integer NOT NULL DEFAULT 0,
      ADD COLUMN calendar_changed_at timestamptz NOT NULL DEFAULT now()`.execute(db)
  await sql`
    CREATE FUNCTION count_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.calendar_sequence := OLD.calendar_sequence + 1;
      NEW.calendar_changed_at := now();
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER shows_calendar BEFORE UPDATE ON shows FOR EACH ROW
    WHEN ((OLD.showdate, OLD.venue, OLD.city, OLD.state, OLD.country, OLD.starts_at, OLD.locks_at,
        OLD.cancelled_at IS NULL, OLD.excluded)
      IS DISTINCT FROM (NEW.showdate, NEW.venue, NEW.city, NEW.state, NEW.country, NEW.starts_at, NEW.locks_at,
        NEW.cancelled_at IS NULL, NEW.excluded))
    EXECUTE FUNCTION count_calendar_change()`.execute(db)

  await sql`
    CREATE TABLE api_keys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      -- SHA-256; the key has 256 random bits.
      key_hash bytea NOT NULL UNIQUE,
      -- Its last four characters, for its owner to recognise it.
      hint text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX api_keys_user ON api_keys (user_id)`.execute(db)
}
