import { type Kysely, sql } from 'kysely'

/**
 * What leaves the site. With a show go its events, their deliveries and its reminders; with a webhook its deliveries.
 * With a profile go its keys, choices, subscriptions, messages and reminders; a webhook stays and keeps who made it.
 */
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

  // What happened, for feeds and webhooks.
  await sql`
    CREATE TABLE public_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- Null for what concerns no show.
      show_id integer REFERENCES shows ON DELETE CASCADE,
      -- The same for the same event, which is stored once.
      key text NOT NULL UNIQUE,
      payload jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`CREATE INDEX public_events_show ON public_events (show_id)`.execute(db)

  await sql`
    CREATE TABLE webhooks (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      url text NOT NULL,
      format text NOT NULL CHECK (format IN ('json', 'discord', 'slack')),
      kinds text[] NOT NULL,
      -- Whether songs, points and names of winners are sent.
      has_spoilers boolean NOT NULL,
      secret text NOT NULL,
      created_by integer NOT NULL REFERENCES users,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Of the first delivery that failed since one arrived.
      failing_since timestamptz,
      disabled_at timestamptz
    )`.execute(db)
  await sql`
    CREATE TABLE webhook_deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      event_id bigint NOT NULL REFERENCES public_events ON DELETE CASCADE,
      attempts integer NOT NULL DEFAULT 0,
      last_attempt_at timestamptz,
      last_status integer,
      last_error text,
      created_at timestamptz NOT NULL DEFAULT now(),
      delivered_at timestamptz,
      UNIQUE (webhook_id, event_id)
    )`.execute(db)
  await sql`CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)`.execute(db)
  await sql`
    CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, id) WHERE delivered_at IS NULL`.execute(
    db,
  )

  // What differs from the defaults, which are in shared/notifications/channels.ts.
  await sql`
    CREATE TABLE notification_choices (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL,
      channel text NOT NULL CHECK (channel IN ('page', 'push', 'mail')),
      is_on boolean NOT NULL,
      PRIMARY KEY (user_id, kind, channel)
    )`.execute(db)
  await sql`
    CREATE TABLE notification_settings (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      -- An IANA name; null until a page has sent it.
      time_zone text,
      -- Whether the fan has chosen it: then no page replaces it.
      has_chosen_zone boolean NOT NULL DEFAULT false,
      -- Hours of the fan's day. Equal: none are quiet.
      quiet_from smallint NOT NULL DEFAULT 23 CHECK (quiet_from BETWEEN 0 AND 23),
      quiet_until smallint NOT NULL DEFAULT 8 CHECK (quiet_until BETWEEN 0 AND 23),
      -- In the links of mails. Null until the first mail.
      unsubscribe_token text UNIQUE
    )`.execute(db)
  await sql`
    CREATE TABLE push_subscriptions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      endpoint text NOT NULL UNIQUE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id)`.execute(db)
  // References neither user nor notification, for the reason of notifications.
  await sql`
    CREATE TABLE messages (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL,
      notification_id bigint NOT NULL,
      channel text NOT NULL CHECK (channel IN ('push', 'mail')),
      -- Of a push.
      subscription_id integer REFERENCES push_subscriptions ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Sent, or not needed any more.
      done_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX messages_user ON messages (user_id)`.execute(db)
  await sql`CREATE INDEX messages_subscription ON messages (subscription_id)`.execute(db)
  // False: only sent by push or mail.
  await sql`ALTER TABLE notifications ADD COLUMN on_page boolean NOT NULL DEFAULT true`.execute(db)
  // At most one a day, which is the fan's.
  await sql`
    CREATE TABLE reminders (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      day date NOT NULL,
      show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('evening-before', 'before-lock')),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, day)
    )`.execute(db)
  await sql`CREATE INDEX reminders_show ON reminders (show_id)`.execute(db)
}
