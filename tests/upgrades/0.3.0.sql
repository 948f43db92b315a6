-- What release 0.3.0 adds to the database of 0.2.0.
CREATE TABLE registrations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 2 AND 40),
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX registrations_email ON registrations (email, id);
CREATE INDEX registrations_created_at ON registrations (created_at);
CREATE TABLE registration_tokens (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  registration_id integer NOT NULL REFERENCES registrations ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  voided_at timestamptz
);
CREATE INDEX registration_tokens_registration ON registration_tokens (registration_id);
CREATE INDEX users_deleted_at ON users (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX audit_log_actor ON audit_log (actor_id, id);
CREATE INDEX audit_log_subject ON audit_log (subject, id);
CREATE TABLE setlist_proposals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  show_id integer NOT NULL UNIQUE REFERENCES shows ON DELETE CASCADE,
  setlist jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  dropped_at timestamptz
);
INSERT INTO kysely_migration (name, timestamp) VALUES
  ('0013-registrations', '2026-11-23T00:00:00.000Z'),
  ('0014-audit-log-indexes', '2026-11-23T00:00:00.000Z'),
  ('0016-setlist-proposals', '2026-11-23T00:00:00.000Z');

-- Two registrations of one address, both with a link.
INSERT INTO registrations (email, display_name, password_hash, created_at) VALUES
  ('twice@example.test', 'Twice', 'first', now() - interval '2 hours'),
  ('twice@example.test', 'Once More', 'second', now() - interval '1 hour');
INSERT INTO registration_tokens (token_hash, registration_id, purpose, created_at, expires_at) VALUES
  (decode(repeat('a1', 32), 'hex'), 1, 'verify-email', now() - interval '2 hours', now() + interval '22 hours'),
  (decode(repeat('a2', 32), 'hex'), 2, 'verify-email', now() - interval '1 hour', now() + interval '23 hours');
-- A setlist of the source that waits for an admin.
INSERT INTO setlist_proposals (show_id, setlist) VALUES
  (1, '{"showSourceId": "show-1", "excluded": false, "exclusionReason": null, "entries": [], "text": "", "notes": null}');
-- An upcoming show whose lock an admin has set.
INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country, locks_at) VALUES
  ('site', 'show-7', 1, current_date + 12, 'The Wharf', 'Portland', 'ME', 'USA',
    (current_date + 12)::timestamp AT TIME ZONE 'UTC' + interval '23 hours');
