import { type Kysely, sql } from 'kysely'

/** What leaves the site. A show's columns go with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What a calendar counts: the changes of a show that calendars have. A trigger, because six statements change it.
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
    WHEN ((OLD.showdate, OLD.venue, OLD.city, OLD.starts_at, OLD.locks_at, OLD.cancelled_at IS NULL, OLD.excluded)
      IS DISTINCT FROM (NEW.showdate, NEW.venue, NEW.city, NEW.starts_at, NEW.locks_at, NEW.cancelled_at IS NULL, NEW.excluded))
    EXECUTE FUNCTION count_calendar_change()`.execute(db)
}
