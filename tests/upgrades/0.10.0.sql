-- What release 0.10.0 adds to the database of 0.9.0.
ALTER TABLE shows
  ADD COLUMN calendar_sequence integer NOT NULL DEFAULT 0,
  ADD COLUMN calendar_changed_at timestamptz NOT NULL DEFAULT now();
CREATE FUNCTION count_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.calendar_sequence := OLD.calendar_sequence + 1;
  NEW.calendar_changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER shows_calendar BEFORE UPDATE ON shows FOR EACH ROW
WHEN ((OLD.showdate, OLD.venue, OLD.city, OLD.state, OLD.country, OLD.starts_at, OLD.locks_at,
    OLD.cancelled_at IS NULL, OLD.excluded)
  IS DISTINCT FROM (NEW.showdate, NEW.venue, NEW.city, NEW.state, NEW.country, NEW.starts_at, NEW.locks_at,
    NEW.cancelled_at IS NULL, NEW.excluded))
EXECUTE FUNCTION count_calendar_change();
CREATE TABLE api_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX api_keys_user ON api_keys (user_id);
CREATE TABLE public_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  show_id integer REFERENCES shows ON DELETE CASCADE,
  key text NOT NULL UNIQUE,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX public_events_show ON public_events (show_id);
CREATE TABLE webhooks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  url text NOT NULL,
  format text NOT NULL CHECK (format IN ('json', 'discord', 'slack')),
  kinds text[] NOT NULL,
  has_spoilers boolean NOT NULL,
  secret text NOT NULL,
  created_by integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  failing_since timestamptz,
  disabled_at timestamptz
);
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
);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, id) WHERE delivered_at IS NULL;
CREATE TABLE notification_choices (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('page', 'push', 'mail')),
  is_on boolean NOT NULL,
  PRIMARY KEY (user_id, kind, channel)
);
CREATE TABLE notification_settings (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  time_zone text,
  has_chosen_zone boolean NOT NULL DEFAULT false,
  quiet_from smallint NOT NULL DEFAULT 23 CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_until smallint NOT NULL DEFAULT 8 CHECK (quiet_until BETWEEN 0 AND 23),
  unsubscribe_token text UNIQUE
);
CREATE TABLE push_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE TABLE messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL,
  notification_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('push', 'mail')),
  subscription_id integer REFERENCES push_subscriptions ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz
);
CREATE INDEX messages_user ON messages (user_id);
CREATE INDEX messages_subscription ON messages (subscription_id);
ALTER TABLE notifications ADD COLUMN on_page boolean NOT NULL DEFAULT true;
CREATE TABLE reminders (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('evening-before', 'before-lock')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, day)
);
CREATE INDEX reminders_show ON reminders (show_id);
INSERT INTO kysely_migration (name, timestamp) VALUES ('0023-reach', '2026-11-25T22:00:00.000Z');

-- A fan with a key, a device and a choice of mails, a webhook with an event delivered and one that fails, and a reminder.
INSERT INTO api_keys (user_id, name, key_hash, hint) VALUES (1, 'my bot', '\x01', 'abcd');
INSERT INTO public_events (kind, show_id, key, payload)
SELECT 'show-final', show_id, 'show-final:' || show_id, jsonb_build_object(
  'show', jsonb_build_object('id', show_id, 'date', showdate, 'venue', venue, 'place', city),
  'players', 2,
  'leaders', '[]'::jsonb
)
FROM shares JOIN shows ON shows.id = show_id;
INSERT INTO webhooks (name, url, format, kinds, has_spoilers, secret, created_by, failing_since)
VALUES ('our chat', 'https://chat.example.com/hook', 'json', '{show-final}', false, 'secret-of-a-webhook', 1, now());
INSERT INTO webhook_deliveries (webhook_id, event_id, attempts, last_attempt_at, last_status)
SELECT webhooks.id, public_events.id, 1, now(), 500 FROM webhooks, public_events;
INSERT INTO notification_choices (user_id, kind, channel, is_on) VALUES (1, 'final-score', 'mail', false);
INSERT INTO notification_settings (user_id, time_zone, unsubscribe_token) VALUES (1, 'Europe/Berlin', 'token-of-mails');
INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth) VALUES (1, 'https://push.example.com/1', 'key', 'auth');
INSERT INTO messages (user_id, notification_id, channel, subscription_id)
SELECT 1, min(notifications.id), 'push', min(push_subscriptions.id) FROM notifications, push_subscriptions;
INSERT INTO reminders (user_id, day, show_id, kind) SELECT 2, '2026-11-24', show_id, 'evening-before' FROM shares;
INSERT INTO installation_facts (name, value)
VALUES ('vapid-keys', '{"publicKey": "public-key-of-pushes", "privateKey": "private-key-of-pushes"}');
