-- What release 0.11.0 changed in the database of 0.10.0, then rows in what is new.
ALTER TABLE push_subscriptions ADD COLUMN reached_at timestamptz, ADD COLUMN failed_days smallint NOT NULL DEFAULT 0,
  ADD COLUMN failed_on date, ADD COLUMN device_key text, ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX push_subscriptions_host ON push_subscriptions (split_part(endpoint, '/', 3), reached_at)
  WHERE reached_at IS NOT NULL;
CREATE INDEX push_subscriptions_used ON push_subscriptions (used_at);
CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT btrim(regexp_replace(letters, '[^[:alnum:]]+', ' ', 'g'))
        || chr(10) || btrim(regexp_replace(regexp_replace(letters, '[^[:alnum:] ]', '', 'g'), ' +', ' ', 'g'))
      FROM (SELECT
        replace(replace(replace(replace(translate(
          normalize(regexp_replace(lower(normalize(given, NFKD) COLLATE pg_unicode_fast),
            '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f]',
            '', 'g'), NFKC),
          'øđłς', 'odlσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), '&', ' and ')
        COLLATE pg_unicode_fast AS letters) AS folded
    $$;
CREATE INDEX users_search_fold ON users USING gin (search_fold(display_name) gin_trgm_ops);
CREATE INDEX users_admins ON users (id) WHERE is_admin;
ALTER TABLE score_sets ADD COLUMN points_version integer NOT NULL DEFAULT 1;
ALTER TABLE song_renames DROP CONSTRAINT song_renames_reason_check,
  ADD CONSTRAINT song_renames_reason_check CHECK (reason IN ('position', 'spelling', 'slug', 'name'));
CREATE TABLE venue_times (venue text NOT NULL, city text NOT NULL, state text NOT NULL, country text NOT NULL,
  time_zone text, early_starts_local text CHECK (early_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  zone_in_doubt boolean NOT NULL DEFAULT false, PRIMARY KEY (venue, city, state, country));
CREATE TABLE seasons (tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE, version text NOT NULL, awards
  jsonb NOT NULL, chunks integer NOT NULL);
CREATE TABLE season_results (tour_id integer NOT NULL REFERENCES seasons ON DELETE CASCADE, version text NOT NULL,
  number integer NOT NULL, players bytea NOT NULL, PRIMARY KEY (tour_id, version, number));
ALTER TABLE messages ADD COLUMN due_at timestamptz, ADD COLUMN urgency smallint NOT NULL DEFAULT 3, ADD COLUMN
  expires_at timestamptz, ADD COLUMN host text, ADD COLUMN attempts smallint NOT NULL DEFAULT 0, ADD COLUMN claimed_by
  uuid, ADD COLUMN claimed_until timestamptz, ADD COLUMN outcome text, ADD COLUMN last_error text;
CREATE INDEX messages_open ON messages (channel, urgency, expires_at, id) WHERE done_at IS NULL;
ALTER TABLE standings SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
ALTER TABLE above_expectation SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
ALTER TABLE night_feats SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
ALTER TABLE badges SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
ALTER TABLE scores SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
ALTER TABLE auth_tokens DROP CONSTRAINT auth_tokens_purpose_check, ADD CONSTRAINT auth_tokens_purpose_check
  CHECK (purpose IN ('verify-email', 'reset-password', 'log-in'));
ALTER TABLE registration_tokens DROP CONSTRAINT registration_tokens_purpose_check, ADD CONSTRAINT
  registration_tokens_purpose_check CHECK (purpose IN ('verify-email', 'reset-password', 'log-in'));
ALTER TABLE registrations ADD COLUMN show_id integer REFERENCES shows ON DELETE SET NULL;
CREATE INDEX registrations_show ON registrations (show_id) WHERE show_id IS NOT NULL;
-- One schema took the place of the first migrations.
DELETE FROM kysely_migration;
INSERT INTO kysely_migration (name, timestamp)
SELECT name, '2026-11-27T22:00:00.000Z' FROM unnest(ARRAY[
  '0020-accounts', '0021-catalogue', '0022-game', '0023-reach', '0024-push-failures', '0025-session-devices',
  '0026-search-folds', '0027-points-version', '0028-lock-events', '0029-venue-places', '0030-seasons',
  '0031-message-sending', '0032-scoring-autovacuum', '0033-registration-browsers', '0034-admins'
]) AS name;
-- The zone of a venue, and the season of a tour.
INSERT INTO venue_times (venue, city, state, country, time_zone) VALUES ('the mill', 'orono', 'me', 'usa', 'America/New_York');
INSERT INTO seasons (tour_id, version, awards, chunks) SELECT id, 'version-of-a-season', '[]', 1 FROM tours WHERE id = 1;
INSERT INTO season_results (tour_id, version, number, players)
SELECT tour_id, version, 0, decode(repeat('00', 20), 'hex') FROM seasons;
-- A fan whose device is reached, a push that waits for its third attempt, and somebody who has registered for a show.
UPDATE push_subscriptions SET device_key = 'key-of-a-device', reached_at = now();
INSERT INTO messages (user_id, notification_id, channel, subscription_id, due_at, urgency, expires_at, host, attempts,
  last_error)
SELECT 1, min(notifications.id), 'push', min(push_subscriptions.id), now(), 1, now() + interval '1 hour',
  'push.example.com', 2, 'status 503'
FROM notifications, push_subscriptions;
INSERT INTO registrations (email, display_name, password_hash, show_id)
SELECT 'for-a-show@example.test', 'For a Show', 'third', max(id) FROM shows;
INSERT INTO registration_tokens (token_hash, registration_id, purpose, expires_at)
SELECT decode(repeat('a3', 32), 'hex'), id, 'log-in', now() + interval '1 day' FROM registrations WHERE show_id IS NOT NULL;
INSERT INTO auth_tokens (user_id, purpose, token_hash, expires_at)
VALUES (1, 'log-in', decode(repeat('a4', 32), 'hex'), now() + interval '1 day');
