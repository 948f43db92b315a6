-- A database of release 0.10.0 in use: its schema, then rows in every table.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE users (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text UNIQUE CHECK (email =
  lower(email)), display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 2 AND 40), sort_name text COLLATE
  "C" NOT NULL, password_hash text, is_admin boolean NOT NULL DEFAULT false, email_verified_at timestamptz, created_at
  timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz, shows_picks boolean NOT NULL DEFAULT false,
  is_live_operator boolean NOT NULL DEFAULT false, suspended_at timestamptz, CHECK (deleted_at IS NOT NULL OR (email
  IS NOT NULL AND password_hash IS NOT NULL)), CHECK (deleted_at IS NULL OR (email IS NULL AND password_hash IS NULL
  AND NOT is_admin)));
CREATE INDEX users_search ON users USING gin (email gin_trgm_ops, display_name gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX users_deleted_at ON users (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE avatars (user_id integer PRIMARY KEY REFERENCES users, content_hash text NOT NULL, webp bytea NOT NULL
  CHECK (octet_length(webp) <= 1048576), created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE suspensions (user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE, reason text NOT NULL,
  display_name text NOT NULL, shows_picks boolean NOT NULL, image_hash text, image bytea, suspended_by integer
  REFERENCES users ON DELETE SET NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE auth_tokens (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id integer NOT NULL REFERENCES
  users, purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')), token_hash bytea NOT NULL UNIQUE
  CHECK (octet_length(token_hash) = 32), created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT
  NULL, used_at timestamptz, voided_at timestamptz);
CREATE INDEX auth_tokens_user ON auth_tokens (user_id, purpose);
CREATE TABLE sessions (sid varchar PRIMARY KEY, sess json NOT NULL, expire timestamp(6) NOT NULL, user_id integer
  GENERATED ALWAYS AS ((sess -> 'passport' ->> 'user')::integer) STORED);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expire ON sessions (expire);
CREATE TABLE registrations (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text NOT NULL CHECK (email =
  lower(email)), display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 2 AND 40), password_hash text NOT
  NULL, created_at timestamptz NOT NULL DEFAULT now(), shows_picks boolean NOT NULL DEFAULT false, invitation text);
CREATE INDEX registrations_email ON registrations (email, id);
CREATE INDEX registrations_created_at ON registrations (created_at);
CREATE TABLE registration_tokens (token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32), registration_id
  integer NOT NULL REFERENCES registrations ON DELETE CASCADE, purpose text NOT NULL CHECK (purpose IN
  ('verify-email', 'reset-password')), created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL,
  voided_at timestamptz);
CREATE INDEX registration_tokens_registration ON registration_tokens (registration_id);
CREATE TABLE api_keys (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id integer NOT NULL REFERENCES users
  ON DELETE CASCADE, name text NOT NULL, key_hash bytea NOT NULL UNIQUE, hint text NOT NULL, created_at timestamptz
  NOT NULL DEFAULT now(), last_used_at timestamptz);
CREATE INDEX api_keys_user ON api_keys (user_id);
CREATE TABLE audit_log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(),
  actor_id integer REFERENCES users, action text NOT NULL, subject text, address text, request_id text, details jsonb
  NOT NULL DEFAULT '{}');
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id);
CREATE INDEX audit_log_subject ON audit_log (subject, id);
CREATE TABLE songs (id integer PRIMARY KEY CHECK (id BETWEEN 1 AND 65535), source text NOT NULL, source_id text, slug
  text NOT NULL, name text NOT NULL, times_played integer NOT NULL DEFAULT 0 CHECK (times_played >= 0), gap integer
  CHECK (gap >= 0), last_played date, in_notebook boolean NOT NULL DEFAULT false, retired_at timestamptz, merged_into
  integer REFERENCES songs CHECK (merged_into <> id), hidden_at timestamptz, UNIQUE NULLS DISTINCT (source,
  source_id));
CREATE UNIQUE INDEX songs_slug ON songs (source, slug) WHERE source_id IS NULL;
CREATE INDEX songs_any_slug ON songs (source, slug);
CREATE INDEX songs_merged_into ON songs (merged_into) WHERE merged_into IS NOT NULL;
CREATE TABLE song_aliases (source text NOT NULL, kind text NOT NULL CHECK (kind IN ('id', 'slug')), alias text NOT
  NULL, song_id integer NOT NULL REFERENCES songs, PRIMARY KEY (source, kind, alias));
CREATE INDEX song_aliases_song ON song_aliases (song_id);
CREATE TABLE tours (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source text NOT NULL, source_id text NOT
  NULL, name text NOT NULL, start_date date NOT NULL, end_date date NOT NULL, description text, edited_by_hand boolean
  NOT NULL DEFAULT false, UNIQUE (source, source_id), CHECK (start_date <= end_date));
CREATE TABLE shows (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source text NOT NULL, source_id text NOT
  NULL, tour_id integer REFERENCES tours, showdate date NOT NULL, venue text NOT NULL, city text, state text, country
  text, locks_at timestamptz, picks_closed boolean NOT NULL DEFAULT false, excluded boolean NOT NULL DEFAULT false,
  exclusion_reason text, setlist_revision_id integer, score_set_id integer, is_scored boolean NOT NULL GENERATED
  ALWAYS AS (score_set_id IS NOT NULL) STORED, settled_by_order bigint, closed_by_run integer, vanished_at
  timestamptz, edited_by_hand boolean NOT NULL DEFAULT false, listed_times jsonb, set_starts_local text CHECK
  (set_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), set_locks_at timestamptz, cancelled_at timestamptz,
  cancel_reason text, time_zone text, zone_needs_check boolean NOT NULL DEFAULT false, starts_local text CHECK
  (starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), starts_at timestamptz, time_source text NOT NULL DEFAULT
  'unknown' CHECK (time_source IN ('admin', 'site', 'default', 'unknown')), notice jsonb, overlay text NOT NULL
  DEFAULT 'closed' CHECK (overlay IN ('closed', 'live')), calendar_sequence integer NOT NULL DEFAULT 0,
  calendar_changed_at timestamptz NOT NULL DEFAULT now(), UNIQUE (source, source_id), CHECK (score_set_id IS NULL OR
  (picks_closed AND setlist_revision_id IS NOT NULL AND NOT excluded)), CHECK (closed_by_run IS NULL OR (picks_closed
  AND score_set_id IS NULL)));
CREATE INDEX shows_date ON shows (showdate);
CREATE INDEX shows_tour ON shows (tour_id, showdate);
CREATE INDEX shows_lock ON shows (locks_at);
CREATE FUNCTION count_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.calendar_sequence := OLD.calendar_sequence + 1;
      NEW.calendar_changed_at := now();
      RETURN NEW;
    END $$;
CREATE TRIGGER shows_calendar BEFORE UPDATE ON shows FOR EACH ROW WHEN ((OLD.showdate, OLD.venue, OLD.city, OLD.state,
  OLD.country, OLD.starts_at, OLD.locks_at, OLD.cancelled_at IS NULL, OLD.excluded) IS DISTINCT FROM (NEW.showdate,
  NEW.venue, NEW.city, NEW.state, NEW.country, NEW.starts_at, NEW.locks_at, NEW.cancelled_at IS NULL, NEW.excluded))
  EXECUTE FUNCTION count_calendar_change();
CREATE TABLE venue_choices (venue text NOT NULL, city text NOT NULL, time_zone text, early_starts_local text CHECK
  (early_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), PRIMARY KEY (venue, city));
CREATE TABLE song_renames (song_id integer NOT NULL REFERENCES songs, slug text NOT NULL, reason text NOT NULL CHECK
  (reason IN ('position', 'spelling', 'slug')), show_id integer REFERENCES shows ON DELETE SET NULL, created_at
  timestamptz NOT NULL DEFAULT now(), decision text CHECK (decision IN ('accepted', 'dropped')), PRIMARY KEY (song_id,
  slug));
CREATE TABLE setlist_revisions (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, show_id integer NOT NULL
  REFERENCES shows, number integer NOT NULL CHECK (number > 0), origin text NOT NULL CHECK (origin IN ('source',
  'hand')), text text NOT NULL, notes text, created_by integer REFERENCES users, created_at timestamptz NOT NULL
  DEFAULT now(), open_set text CHECK (open_set IN ('set1', 'set2', 'encore', 'further')), UNIQUE (show_id, number),
  UNIQUE (show_id, id));
ALTER TABLE shows ADD FOREIGN KEY (id, setlist_revision_id) REFERENCES setlist_revisions (show_id, id);
CREATE TABLE performances (revision_id integer NOT NULL REFERENCES setlist_revisions, sequence smallint NOT NULL CHECK
  (sequence > 0), set_name text NOT NULL CHECK (char_length(set_name) BETWEEN 1 AND 8), position smallint NOT NULL
  CHECK (position > 0), song_id integer NOT NULL REFERENCES songs, played_at timestamptz, PRIMARY KEY (revision_id,
  sequence), UNIQUE (revision_id, set_name, position));
CREATE INDEX performances_song ON performances (song_id);
CREATE TABLE setlist_proposals (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, show_id integer NOT NULL UNIQUE
  REFERENCES shows ON DELETE CASCADE, setlist jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
  dropped_at timestamptz);
CREATE TABLE source_permits (source text PRIMARY KEY, next_at timestamptz NOT NULL);
CREATE TABLE source_readings (show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE, setlist jsonb, read_at
  timestamptz NOT NULL, error text, failures integer NOT NULL DEFAULT 0, next_at timestamptz NOT NULL);
CREATE TABLE live_taps (op_id uuid PRIMARY KEY, show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE, user_id
  integer REFERENCES users ON DELETE SET NULL, base integer NOT NULL, op jsonb NOT NULL, tapped_at timestamptz NOT
  NULL, outcome text NOT NULL CHECK (outcome IN ('stored', 'merged', 'conflict')), revision integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), settled_at timestamptz);
CREATE INDEX live_taps_show ON live_taps (show_id, revision);
CREATE INDEX live_taps_conflicts ON live_taps (show_id) WHERE outcome = 'conflict' AND settled_at IS NULL;
CREATE TABLE live_claims (show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE, worker text NOT NULL,
  heartbeat_at timestamptz NOT NULL);
CREATE TABLE live_boards (show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE, revision integer NOT NULL,
  players integer NOT NULL, histogram text NOT NULL, top jsonb NOT NULL, songs jsonb NOT NULL, board bytea STORAGE
  EXTERNAL, tour jsonb, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (show_id, revision));
CREATE TABLE predictions (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, show_id integer NOT NULL REFERENCES
  shows, user_id integer NOT NULL REFERENCES users, picks bytea STORAGE PLAIN NOT NULL CHECK (octet_length(picks) =
  38) CHECK (picks <> decode(repeat('00', 38), 'hex')), version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(), UNIQUE (show_id,
  user_id));
CREATE INDEX predictions_user ON predictions (user_id);
CREATE INDEX predictions_show ON predictions (show_id, id);
CREATE TABLE score_sets (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, show_id integer NOT NULL REFERENCES
  shows, revision_id integer NOT NULL, run_id integer NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), UNIQUE
  (show_id, id), FOREIGN KEY (show_id, revision_id) REFERENCES setlist_revisions (show_id, id));
ALTER TABLE shows ADD FOREIGN KEY (id, score_set_id) REFERENCES score_sets (show_id, id);
CREATE TABLE scores (score_set_id integer NOT NULL, user_id integer NOT NULL, total smallint NOT NULL, song_in_show
  smallint NOT NULL, song_in_set smallint NOT NULL, correct_song smallint NOT NULL, correct_special smallint NOT NULL,
  encore_in_set smallint NOT NULL, PRIMARY KEY (score_set_id, user_id));
CREATE TABLE standings (board integer NOT NULL CHECK (board >= 0), user_id integer NOT NULL, total integer NOT NULL
  CHECK (total >= 0), shows integer NOT NULL CHECK (shows > 0), best integer NOT NULL CHECK (best BETWEEN 0 AND
  total), PRIMARY KEY (board, user_id)) WITH (fillfactor = 45);
CREATE TABLE standings_histogram (board integer NOT NULL CHECK (board >= 0), total integer NOT NULL CHECK (total >=
  0), players integer NOT NULL CHECK (players >= 0), PRIMARY KEY (board, total)) WITH (fillfactor = 70);
CREATE TABLE board_tops (board integer PRIMARY KEY CHECK (board >= 0), user_ids integer[] NOT NULL);
CREATE TABLE pick_locks (show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE, number integer NOT NULL,
  locked_at timestamptz NOT NULL, showdate date NOT NULL, salt_key bytea NOT NULL, leaves integer NOT NULL, root
  bytea, nodes bytea, first_users integer[] NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), replaced_at
  timestamptz, PRIMARY KEY (show_id, number));
CREATE UNIQUE INDEX pick_locks_current ON pick_locks (show_id) WHERE replaced_at IS NULL;
CREATE TABLE pick_commitments (show_id integer NOT NULL, lock_no integer NOT NULL, user_id integer NOT NULL, leaf
  bytea NOT NULL, PRIMARY KEY (show_id, lock_no, user_id));
CREATE TABLE replays (show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE, score_set_id integer NOT NULL,
  steps jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE tour_histories (tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE, score_sets integer[] NOT
  NULL, steps jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE chance_choices (id integer PRIMARY KEY CHECK (id = 1), method text NOT NULL CHECK (method IN ('model',
  'rule', 'plays')), shows integer NOT NULL, measured jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE show_chances (show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE, method text NOT NULL CHECK
  (method IN ('model', 'rule', 'plays')), made_from text NOT NULL, page jsonb NOT NULL, made_at timestamptz NOT NULL
  DEFAULT now(), frozen_at timestamptz);
CREATE TABLE song_chances (show_id integer NOT NULL REFERENCES show_chances ON DELETE CASCADE, song_id integer NOT
  NULL REFERENCES songs ON DELETE CASCADE, chance real NOT NULL, expected real[] NOT NULL, PRIMARY KEY (show_id,
  song_id));
CREATE TABLE system_players (id integer PRIMARY KEY, name text NOT NULL UNIQUE);
INSERT INTO system_players (id, name) VALUES (1, 'the machine'), (2, 'the crowd');
CREATE TABLE system_predictions (show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE, player integer NOT NULL
  REFERENCES system_players, picks bytea NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), score integer,
  better_players integer, PRIMARY KEY (show_id, player));
CREATE TABLE expected_points (show_id integer NOT NULL, user_id integer NOT NULL, points real NOT NULL, PRIMARY KEY
  (show_id, user_id));
CREATE INDEX expected_points_user ON expected_points (user_id);
CREATE TABLE above_expectation (user_id integer PRIMARY KEY, shows integer NOT NULL, above real NOT NULL);
CREATE INDEX above_expectation_order ON above_expectation (above DESC, user_id);
CREATE TABLE night_feats (show_id integer NOT NULL, user_id integer NOT NULL, feats smallint NOT NULL, rarest_song
  integer, rarest_gap integer, PRIMARY KEY (show_id, user_id));
CREATE INDEX night_feats_user ON night_feats (user_id);
CREATE TABLE badges (user_id integer NOT NULL, badge text NOT NULL, show_id integer REFERENCES shows ON DELETE
  CASCADE, PRIMARY KEY (user_id, badge));
CREATE INDEX badges_show ON badges (show_id);
CREATE TABLE follows (user_id integer NOT NULL REFERENCES users ON DELETE CASCADE, followed_user_id integer NOT NULL
  REFERENCES users ON DELETE CASCADE, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (user_id,
  followed_user_id), CHECK (user_id <> followed_user_id));
CREATE INDEX follows_followed ON follows (followed_user_id);
CREATE TABLE leagues (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, tour_id integer
  REFERENCES tours ON DELETE SET NULL, counts_from text NOT NULL CHECK (counts_from IN ('all', 'joining')), drop_worst
  smallint NOT NULL CHECK (drop_worst BETWEEN 0 AND 5), token text NOT NULL UNIQUE, code text NOT NULL UNIQUE CHECK
  (code ~ '^[2-9A-HJ-NP-Z]{6}$'), invited_since timestamptz NOT NULL DEFAULT now(), created_at timestamptz NOT NULL
  DEFAULT now(), deleted_at timestamptz);
CREATE INDEX leagues_deleted ON leagues (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE league_members (league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE, user_id integer NOT NULL
  REFERENCES users ON DELETE CASCADE, role text NOT NULL CHECK (role IN ('owner', 'co-owner', 'member')), joined_at
  timestamptz NOT NULL DEFAULT now(), shows_presence boolean NOT NULL DEFAULT false, PRIMARY KEY (league_id,
  user_id));
CREATE INDEX league_members_user ON league_members (user_id);
CREATE UNIQUE INDEX league_members_owner ON league_members (league_id) WHERE role = 'owner';
CREATE TABLE league_removals (league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE, user_id integer NOT
  NULL REFERENCES users ON DELETE CASCADE, removed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (league_id,
  user_id));
CREATE INDEX league_removals_user ON league_removals (user_id);
CREATE TABLE shares (token text PRIMARY KEY, show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE, user_id
  integer REFERENCES users ON DELETE SET NULL, created_at timestamptz NOT NULL DEFAULT now(), revoked_at timestamptz);
CREATE INDEX shares_show ON shares (show_id);
CREATE UNIQUE INDEX shares_current ON shares (user_id, show_id) WHERE revoked_at IS NULL;
CREATE TABLE reports (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL CHECK (kind IN ('name',
  'image', 'league')), reported_user_id integer REFERENCES users ON DELETE CASCADE, league_id integer REFERENCES
  leagues ON DELETE CASCADE, note text, user_id integer REFERENCES users ON DELETE SET NULL, created_at timestamptz
  NOT NULL DEFAULT now(), decision text CHECK (decision IN ('reset-name', 'remove-image', 'suspend', 'dismiss')),
  decided_at timestamptz, decided_by integer REFERENCES users ON DELETE SET NULL, CHECK ((kind = 'league') =
  (league_id IS NOT NULL) AND (kind = 'league') = (reported_user_id IS NULL)));
CREATE UNIQUE INDEX reports_open ON reports (kind, coalesce(reported_user_id, league_id), user_id) WHERE decided_at IS
  NULL;
CREATE INDEX reports_user ON reports (user_id);
CREATE INDEX reports_reported ON reports (reported_user_id);
CREATE INDEX reports_league ON reports (league_id);
CREATE TABLE blocked_words (word text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), created_by integer
  REFERENCES users ON DELETE SET NULL);
CREATE TABLE settings (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), test_mode_enabled boolean NOT NULL
  DEFAULT true, site_overlay_enabled boolean NOT NULL DEFAULT false);
INSERT INTO settings DEFAULT VALUES;
CREATE TABLE installation_facts (name text PRIMARY KEY, value jsonb NOT NULL);
CREATE TABLE topic_versions (topic text PRIMARY KEY, version bigint NOT NULL CHECK (version > 0), changed_at
  timestamptz NOT NULL DEFAULT now()) WITH (fillfactor = 50);
CREATE SEQUENCE order_numbers;
CREATE TABLE runs (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, subject text NOT NULL,
  "order" jsonb NOT NULL, order_number bigint NOT NULL DEFAULT nextval('order_numbers'), ordered_by integer REFERENCES
  users, state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')), done integer
  NOT NULL DEFAULT 0 CHECK (done >= 0), total integer CHECK (total >= 0), result jsonb, error jsonb, claim integer NOT
  NULL DEFAULT 0, worker text, heartbeat_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(), started_at
  timestamptz, ended_at timestamptz, topic_version bigint, request_id text, CHECK ((state = 'done') = (result IS NOT
  NULL)), CHECK ((state = 'failed') = (error IS NOT NULL)), CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT
  NULL)));
CREATE UNIQUE INDEX runs_one_queued ON runs (kind, subject) WHERE state = 'queued';
CREATE UNIQUE INDEX runs_one_running ON runs (subject) WHERE state = 'running';
CREATE INDEX runs_topic_version ON runs (topic_version);
CREATE TABLE outbox (id uuid PRIMARY KEY DEFAULT uuidv7(), job text NOT NULL, payload jsonb NOT NULL, run_id integer
  UNIQUE REFERENCES runs, created_at timestamptz NOT NULL DEFAULT now(), next_at timestamptz NOT NULL DEFAULT now(),
  enqueued_at timestamptz, attempt integer NOT NULL DEFAULT 0, failures integer NOT NULL DEFAULT 0, last_error text,
  done_at timestamptz, dead_at timestamptz, request_id text, traceparent text);
CREATE INDEX outbox_open ON outbox (next_at) WHERE done_at IS NULL AND dead_at IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL;
CREATE TABLE announcements (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, show_id integer
  REFERENCES shows ON DELETE CASCADE, payload jsonb NOT NULL, revision_id integer REFERENCES setlist_revisions ON
  DELETE CASCADE, merged jsonb, created_at timestamptz NOT NULL DEFAULT now(), sent_at timestamptz);
CREATE INDEX announcements_show ON announcements (show_id, id);
CREATE TABLE notifications (id bigint GENERATED ALWAYS AS IDENTITY, user_id integer NOT NULL, announcement_id integer
  NOT NULL, detail jsonb, created_at timestamptz NOT NULL DEFAULT now(), read_at timestamptz, on_page boolean NOT NULL
  DEFAULT true, PRIMARY KEY (user_id, id));
CREATE TABLE notification_choices (user_id integer NOT NULL REFERENCES users ON DELETE CASCADE, kind text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('page', 'push', 'mail')), is_on boolean NOT NULL, PRIMARY KEY (user_id,
  kind, channel));
CREATE TABLE notification_settings (user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE, time_zone text,
  has_chosen_zone boolean NOT NULL DEFAULT false, quiet_from smallint NOT NULL DEFAULT 23 CHECK (quiet_from BETWEEN 0
  AND 23), quiet_until smallint NOT NULL DEFAULT 8 CHECK (quiet_until BETWEEN 0 AND 23), unsubscribe_token text
  UNIQUE);
CREATE TABLE push_subscriptions (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id integer NOT NULL
  REFERENCES users ON DELETE CASCADE, endpoint text NOT NULL UNIQUE, p256dh text NOT NULL, auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE TABLE messages (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id integer NOT NULL, notification_id
  bigint NOT NULL, channel text NOT NULL CHECK (channel IN ('push', 'mail')), subscription_id integer REFERENCES
  push_subscriptions ON DELETE CASCADE, created_at timestamptz NOT NULL DEFAULT now(), done_at timestamptz);
CREATE INDEX messages_user ON messages (user_id);
CREATE INDEX messages_subscription ON messages (subscription_id);
CREATE TABLE reminders (user_id integer NOT NULL REFERENCES users ON DELETE CASCADE, day date NOT NULL, show_id
  integer NOT NULL REFERENCES shows ON DELETE CASCADE, kind text NOT NULL CHECK (kind IN ('evening-before',
  'before-lock')), created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (user_id, day));
CREATE INDEX reminders_show ON reminders (show_id);
CREATE TABLE public_events (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, show_id integer
  REFERENCES shows ON DELETE CASCADE, key text NOT NULL UNIQUE, payload jsonb NOT NULL, created_at timestamptz NOT
  NULL DEFAULT now());
CREATE INDEX public_events_show ON public_events (show_id);
CREATE TABLE webhooks (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, url text NOT NULL,
  format text NOT NULL CHECK (format IN ('json', 'discord', 'slack')), kinds text[] NOT NULL, has_spoilers boolean NOT
  NULL, secret text NOT NULL, created_by integer NOT NULL REFERENCES users, created_at timestamptz NOT NULL DEFAULT
  now(), failing_since timestamptz, disabled_at timestamptz);
CREATE TABLE webhook_deliveries (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, webhook_id integer NOT NULL
  REFERENCES webhooks ON DELETE CASCADE, event_id bigint NOT NULL REFERENCES public_events ON DELETE CASCADE, attempts
  integer NOT NULL DEFAULT 0, last_attempt_at timestamptz, last_status integer, last_error text, created_at
  timestamptz NOT NULL DEFAULT now(), delivered_at timestamptz, UNIQUE (webhook_id, event_id));
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, id) WHERE delivered_at IS NULL;
CREATE TABLE preview_images (kind text NOT NULL, subject text NOT NULL, theme text NOT NULL, revision text NOT NULL,
  png bytea NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (kind, subject, theme));
CREATE INDEX preview_images_age ON preview_images (created_at);

-- What Kysely's migrator keeps.
CREATE TABLE kysely_migration (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL);
CREATE TABLE kysely_migration_lock (id varchar(255) NOT NULL PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0);
INSERT INTO kysely_migration_lock (id) VALUES ('migration_lock');
INSERT INTO kysely_migration (name, timestamp)
SELECT name, '2026-11-25T22:00:00.000Z' FROM unnest(ARRAY[
  '0001-accounts', '0002-catalogue', '0003-predictions', '0004-work', '0005-live', '0011-board-tops',
  '0013-registrations', '0014-audit-log-indexes', '0016-setlist-proposals', '0017-venue-times', '0018-song-identity',
  '0019-live-shows', '0020-after-the-night', '0021-chances', '0022-friends', '0023-reach'
]) AS name;

-- Rows. Ids count from 1 in the order of the rows. The password of every user is 'correct horse battery'.
SET LOCAL TIME ZONE 'UTC';

INSERT INTO users (email, display_name, sort_name, password_hash, is_admin, email_verified_at, created_at) VALUES
  ('ada@example.test', 'Ada Lovelace', 'ada lovelace', '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU', true, now() - interval '90 days', now() - interval '91 days'),
  ('bo@example.test', 'Bo Ström', 'bo ström', '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU', false, now() - interval '80 days', now() - interval '80 days'),
  ('cleo@example.test', 'Cleo', 'cleo', '$argon2id$v=19$m=4096,t=1,p=1$JY76vp/juM3QLq+16vRNSg$sqjUueK7PNfKGBYjdxX1H7rndyGrlFTc4Pdv74lVBtg', false, now() - interval '70 days', now() - interval '70 days'),
  ('dee@example.test', 'Dee', 'dee', '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU', false, NULL, now() - interval '1 hour');
INSERT INTO users (display_name, sort_name, created_at, deleted_at) VALUES
  ('deleted fan', 'deleted fan', now() - interval '60 days', now() - interval '5 days');

INSERT INTO avatars (user_id, content_hash, webp) VALUES
  (2, '3faa5fde4a7037a58c92b75eb0efe7cdb0d389f8140515bddc9383b7b4e9e834', '\x524946463c0000005745425056503820300000001002009d012a0200020001402625a00274ba01f801f80003c800feedcedffea7060e7cfca23ff6d0cea84bfdf3000000');

-- Only the hash of a token is stored; the first token is 'the-link-that-was-mailed-to-dee'.
INSERT INTO auth_tokens (user_id, purpose, token_hash, created_at, expires_at, used_at, voided_at) VALUES
  (4, 'verify-email', sha256('the-link-that-was-mailed-to-dee'), now() - interval '1 hour', now() + interval '23 hours', NULL, NULL),
  (2, 'verify-email', sha256('the-link-that-bo-has-used'), now() - interval '20 days', now() - interval '19 days', now() - interval '20 days', NULL),
  (3, 'reset-password', sha256('the-link-that-was-followed-by-another'), now() - interval '2 hours', now() - interval '90 minutes', NULL, now() - interval '100 minutes');

INSERT INTO sessions (sid, sess, expire)
SELECT sid,
  json_build_object(
    'cookie', json_build_object('originalMaxAge', 31536000000, 'expires', now() + interval '365 days', 'secure', false, 'httpOnly', true, 'path', '/', 'sameSite', 'lax'),
    'passport', json_build_object('user', user_id),
    'loggedInAt', (extract(epoch FROM now() - interval '3 days') * 1000)::bigint,
    'rolledAt', (extract(epoch FROM now()) * 1000)::bigint),
  now() + interval '27 days'
FROM (VALUES ('the-session-of-ada', 1), ('the-session-of-bo', 2)) AS logged_in(sid, user_id);

INSERT INTO songs (id, source, source_id, slug, name, times_played, gap, last_played, in_notebook)
SELECT number, 'demo', 'song-' || number, 'song-' || number, 'Song ' || number, 400 - number, number % 7, current_date - 30, number % 5 = 0
FROM generate_series(1, 20) AS number;
INSERT INTO songs (id, source, source_id, slug, name, retired_at) VALUES
  (21, 'demo', NULL, 'a-song-without-a-number', 'A Song Without A Number', NULL),
  (22, 'demo', 'song-22', 'song-22', 'A Song That Was Withdrawn', now() - interval '12 days');

INSERT INTO tours (source, source_id, name, start_date, end_date, description) VALUES
  ('demo', 'tour-1', 'Winter Tour', current_date - 60, current_date + 60, 'from the coast to the hills'),
  ('demo', 'tour-2', 'Summer Tour', current_date + 90, current_date + 150, NULL);

INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country, locks_at, excluded, exclusion_reason) VALUES
  ('demo', 'show-1', 1, current_date - 30, 'The Mill', 'Orono', 'ME', 'USA', NULL, false, NULL),
  ('demo', 'show-2', NULL, current_date - 20, 'A Festival', 'Görlitz', NULL, 'Germany', NULL, false, NULL),
  ('demo', 'show-3', 1, current_date - 1, 'The Kiln', 'Bangor', 'ME', 'USA', now() - interval '1 day', false, NULL),
  ('demo', 'show-4', 1, current_date - 10, 'A Radio Studio', NULL, NULL, NULL, NULL, true, 'a broadcast'),
  ('demo', 'show-5', 1, current_date + 7, 'The Harbor Hall', 'Rockland', 'ME', 'USA', now() + interval '7 days', false, NULL);

INSERT INTO setlist_revisions (show_id, number, origin, text, notes, created_by) VALUES
  (1, 1, 'source', 'Set 1: as first reported', NULL, NULL),
  (1, 2, 'hand', 'Set 1: Song 1, Song 2, …', 'The third song was unfinished.', 1),
  (2, 1, 'source', 'Set 1: Song 3 > Song 1', NULL, NULL),
  (3, 1, 'source', 'Set 1: Song 20, Song 2', NULL, NULL);
INSERT INTO performances (revision_id, sequence, set_name, position, song_id) VALUES
  (1, 1, 'set1', 1, 1),
  (2, 1, 'set1', 1, 1), (2, 2, 'set1', 2, 2), (2, 3, 'set1', 3, 3), (2, 4, 'set1', 4, 4), (2, 5, 'set1', 5, 5),
  (2, 6, 'set1', 6, 6), (2, 7, 'set1', 7, 7), (2, 8, 'set1', 8, 8), (2, 9, 'set1', 9, 9),
  (2, 10, 'set2', 1, 10), (2, 11, 'set2', 2, 11), (2, 12, 'set2', 3, 12), (2, 13, 'set2', 4, 13), (2, 14, 'set2', 5, 14), (2, 15, 'set2', 6, 15),
  (2, 16, 'encore', 1, 16), (2, 17, 'encore', 2, 17),
  (3, 1, 'set1', 1, 3), (3, 2, 'set1', 2, 1), (3, 3, 'set1', 3, 2), (3, 4, 'set1', 4, 4),
  (3, 5, 'set2', 1, 18), (3, 6, 'set2', 2, 6), (3, 7, 'set2', 3, 5), (3, 8, '3', 1, 9), (3, 9, 'encore', 1, 17),
  (4, 1, 'set1', 1, 20), (4, 2, 'set1', 2, 2), (4, 3, 'set1', 3, 3),
  (4, 4, 'set2', 1, 4), (4, 5, 'set2', 2, 5), (4, 6, 'set2', 3, 6), (4, 7, 'set2', 4, 7), (4, 8, 'encore', 1, 1);
UPDATE shows SET setlist_revision_id = 2 WHERE id = 1;
UPDATE shows SET setlist_revision_id = 3 WHERE id = 2;
UPDATE shows SET setlist_revision_id = 4 WHERE id = 3;

INSERT INTO source_permits (source, next_at) VALUES ('demo', now() - interval '1 minute');

INSERT INTO predictions (show_id, user_id, picks, version) VALUES
  (1, 1, '\x00010003000000040000000000000000000a000c000000090000000000000000001100000000', 1),
  (1, 2, '\x00010002000300040005000600070008000a000b000c000d000e000f00000000001000110014', 3),
  (1, 3, '\x0000000000000012000000000000000000000000000000000000000000000000001300000000', 1),
  (1, 5, '\x00020001000000000000000000000000000f0000000000000000000000000000000000100000', 1),
  (2, 2, '\x0003000200010000000000000000000000000000000000000000000000000000001100000000', 1),
  (2, 3, '\x0009000400000000000000000000000000120005000600000000000000000000000000000000', 2),
  (3, 2, '\x0014000300000000000000000000000000040000000000000000000000000000000000000000', 1),
  (3, 3, '\x0000000000000000000000000000000000000000000100000000000000000000000200000000', 1),
  (5, 2, '\x0007000000080000000000000000000000130000000000000000000000000000000000000000', 4);

-- Two shows are scored. The worker of the third show is gone, an import has failed, and another run is queued.
INSERT INTO runs (kind, subject, "order", ordered_by, state, done, total, result, error, claim, worker, heartbeat_at, created_at, started_at, ended_at, topic_version) VALUES
  ('score-show', 'show:1', '{"showId": 1, "fetchSetlist": false}', 1, 'done', 4, 4, '{"processed": 4, "errors": 0}', NULL, 1, 'worker-a', now() - interval '29 days', now() - interval '29 days', now() - interval '29 days', now() - interval '29 days', 3),
  ('score-show', 'show:2', '{"showId": 2, "fetchSetlist": true}', 1, 'done', 2, 2, '{"processed": 2, "errors": 0}', NULL, 2, 'worker-b', now() - interval '19 days', now() - interval '19 days', now() - interval '19 days', now() - interval '19 days', 7),
  ('score-show', 'show:3', '{"showId": 3, "fetchSetlist": false}', 1, 'running', 1, 2, NULL, NULL, 1, 'worker-a', now() - interval '10 minutes', now() - interval '11 minutes', now() - interval '11 minutes', NULL, 9),
  ('import-setlist', 'show:4', '{"showId": 4}', 1, 'failed', 0, NULL, NULL, '{"message": "Setlist not found for this show", "code": "setlist_not_found"}', 1, 'worker-b', now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', 8),
  ('test-score-show', 'show:1', '{"showId": 1, "fetchSetlist": false}', 1, 'queued', 0, NULL, NULL, NULL, 0, NULL, NULL, now() - interval '5 minutes', NULL, NULL, 10);

INSERT INTO score_sets (show_id, revision_id, run_id) VALUES (1, 2, 1), (2, 3, 2);
INSERT INTO scores (score_set_id, user_id, total, song_in_show, song_in_set, correct_song, correct_special, encore_in_set) VALUES
  (1, 1, 65, 1, 2, 1, 2, 1),
  (1, 2, 185, 0, 0, 11, 5, 0),
  (1, 3, 0, 0, 0, 0, 0, 0),
  (1, 5, 28, 0, 3, 0, 0, 1),
  (2, 2, 42, 0, 2, 0, 2, 0),
  (2, 3, 36, 1, 3, 0, 1, 0);
UPDATE shows SET score_set_id = 1, picks_closed = true, settled_by_order = 1 WHERE id = 1;
UPDATE shows SET score_set_id = 2, picks_closed = true, settled_by_order = 2 WHERE id = 2;
UPDATE shows SET picks_closed = true, closed_by_run = 3 WHERE id = 3;

INSERT INTO standings (board, user_id, total, shows, best) VALUES
  (0, 1, 65, 1, 65), (0, 2, 227, 2, 185), (0, 3, 36, 2, 36), (0, 5, 28, 1, 28),
  (1, 1, 65, 1, 65), (1, 2, 185, 1, 185), (1, 3, 0, 1, 0), (1, 5, 28, 1, 28);
INSERT INTO standings_histogram (board, total, players) VALUES
  (0, 227, 1), (0, 65, 1), (0, 36, 1), (0, 28, 1),
  (1, 185, 1), (1, 65, 1), (1, 28, 1), (1, 0, 1);

INSERT INTO outbox (job, payload, run_id, created_at, next_at, enqueued_at, attempt, failures, last_error, done_at, dead_at) VALUES
  ('score-show', '{"runId": 2}', 2, now() - interval '19 days', now() - interval '19 days', now() - interval '19 days', 2, 0, NULL, now() - interval '19 days', NULL),
  ('score-show', '{"runId": 3}', 3, now() - interval '11 minutes', now() - interval '10 minutes', now() - interval '11 minutes', 1, 0, NULL, NULL, NULL),
  ('import-setlist', '{"runId": 4}', 4, now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', 1, 0, NULL, now() - interval '9 days', NULL),
  ('test-score-show', '{"runId": 5}', 5, now() - interval '5 minutes', now() - interval '5 minutes', NULL, 0, 0, NULL, NULL, NULL),
  ('mail-verification', '{"userId": 4}', NULL, now() - interval '1 hour', now() - interval '1 minute', NULL, 3, 3, 'Error: the mail server is away', NULL, NULL),
  ('mail-password-reset', '{"userId": 3}', NULL, now() - interval '3 days', now() - interval '2 days', NULL, 150, 150, 'Error: no such mailbox', NULL, now() - interval '2 days'),
  ('sweep', '{}', NULL, now() - interval '2 minutes', now() - interval '2 minutes', now() - interval '2 minutes', 1, 0, NULL, now() - interval '2 minutes', NULL);

UPDATE settings SET test_mode_enabled = false, site_overlay_enabled = true;
INSERT INTO topic_versions (topic, version) VALUES
  ('settings', 2), ('runs', 10), ('catalogue', 5), ('board:0', 6), ('board:1', 4), ('show:1', 3), ('show:2', 2), ('show:3', 1);
INSERT INTO installation_facts (name, value) VALUES ('demo-anchor', '"2026-01-05"'), ('demo-loaded', 'true');

INSERT INTO audit_log (at, actor_id, action, subject, address, request_id, details) VALUES
  (now() - interval '29 days', 1, 'score-show:ordered', 'show:1', '192.0.2.7', 'req-1', '{"runId": 1, "showId": 1, "fetchSetlist": false}'),
  (now() - interval '20 days', NULL, 'user:login-failed', 'user:2', '192.0.2.8', 'req-2', '{"reason": "password"}'),
  (now() - interval '5 days', 5, 'user:deleted', 'user:5', '192.0.2.9', 'req-3', '{}');
-- A show that its data site no longer lists, with a prediction.
INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country, vanished_at) VALUES
  ('demo', 'show-6', 1, current_date + 9, 'The Barn', 'Camden', 'ME', 'USA', now() - interval '2 days');
INSERT INTO predictions (show_id, user_id, picks) VALUES
  (6, 2, '\x0001000000000000000000000000000000000000000000000000000000000000000000000000');
-- A tour and a show that an admin has edited.
UPDATE tours SET name = 'Winter Tour, Extended', edited_by_hand = true WHERE id = 1;
UPDATE shows SET venue = 'The Harbor Hall (upper room)', edited_by_hand = true WHERE id = 5;
-- A run with the id and the span of its request.
INSERT INTO runs (kind, subject, "order", ordered_by, request_id, topic_version) VALUES
  ('preview-scores', 'preview:3', '{"showId": 3, "setlist": null}', 1, 'req-4', 11);
INSERT INTO outbox (job, payload, run_id, request_id, traceparent) VALUES
  ('preview-scores', '{"runId": 6}', 6, 'req-4', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
UPDATE topic_versions SET version = 11 WHERE topic = 'runs';
-- An outdated list of the leading players.
INSERT INTO board_tops (board, user_ids) VALUES (0, '{2}');
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
-- The demo lists its locks, the site's one is an admin's, and those of an unknown zone are the end of the day.
UPDATE shows SET time_source = CASE WHEN source = 'demo' THEN 'site' ELSE 'admin' END,
  set_locks_at = CASE WHEN source <> 'demo' THEN locks_at END
WHERE locks_at IS NOT NULL;
UPDATE shows SET locks_at = (showdate + 1)::timestamp AT TIME ZONE 'UTC' WHERE locks_at IS NULL;
-- A venue whose zone an admin has chosen, with a show, and one that is cancelled.
INSERT INTO venue_choices (venue, city, time_zone, early_starts_local) VALUES
  ('the old silo', 'nowhere', 'America/Phoenix', '14:00');
INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, country, listed_times, set_starts_local, time_zone,
    starts_local, starts_at, time_source, locks_at, notice) VALUES
  ('site', 'show-8', 1, current_date + 20, 'The Old Silo', 'Nowhere', 'USA',
    '{"timeZone": null, "startsLocal": null, "locksAt": null, "coordinates": null}', '20:00', 'America/Phoenix',
    '20:00', (current_date + 21)::timestamp AT TIME ZONE 'UTC' + interval '3 hours', 'admin',
    (current_date + 21)::timestamp AT TIME ZONE 'UTC' + interval '3 hours',
    '{"kind": "lock-moved", "at": "2026-11-20T10:00:00.000Z", "reason": null, "from": "2026-12-01T02:30:00.000Z"}');
INSERT INTO shows (source, source_id, tour_id, showdate, venue, country, time_source, locks_at, cancelled_at,
    cancel_reason, notice) VALUES
  ('site', 'show-9', 1, current_date + 22, 'The Raft', 'USA', 'unknown',
    (current_date + 21)::timestamp AT TIME ZONE 'UTC' + interval '10 hours', now(), 'the river is high',
    '{"kind": "cancelled", "at": "2026-11-20T10:00:00.000Z", "reason": "the river is high", "from": null}');
-- A fan who shows the picks, and the schedule that the locks were computed with.
UPDATE users SET shows_picks = true WHERE id = 2;
INSERT INTO installation_facts (name, value) VALUES ('schedule', '{"startsLocal": "19:30", "graceMinutes": 0}');
-- A song with an earlier slug, one that is hidden, and a name that an admin did not accept.
INSERT INTO song_aliases (source, kind, alias, song_id) SELECT source, 'slug', 'an-earlier-slug', id FROM songs WHERE id = 1;
UPDATE songs SET hidden_at = now() WHERE id = (SELECT max(id) FROM songs);
INSERT INTO song_renames (song_id, slug, reason, decision) VALUES (1, 'a-newer-slug', 'spelling', 'dropped');
-- A show that its operator has begun, with its board and what its source lists.
UPDATE users SET is_live_operator = true WHERE id = 2;
INSERT INTO shows (source, source_id, tour_id, showdate, venue, country, time_source, locks_at, overlay) VALUES
  ('site', 'show-10', 1, current_date - 1, 'The Ferry', 'USA', 'admin', now() - interval '3 hours', 'live');
WITH show AS (SELECT id FROM shows WHERE source_id = 'show-10'),
  revision AS (
    INSERT INTO setlist_revisions (show_id, number, origin, text, created_by, open_set)
    SELECT id, 1, 'hand', 'Set 1: a song', 2, 'set1' FROM show RETURNING id, show_id
  ),
  played AS (
    INSERT INTO performances (revision_id, sequence, set_name, position, song_id, played_at)
    SELECT id, 1, 'set1', 1, 1, now() FROM revision
  ),
  tapped AS (
    INSERT INTO live_taps (op_id, show_id, user_id, base, op, tapped_at, outcome, revision)
    SELECT '01980c3e-7d52-7a4b-9c7e-3f1d2a5b6c7d', id, 2, 0, '{"kind": "song", "songId": 1}', now(), 'stored', 1 FROM show
  ),
  claimed AS (
    INSERT INTO live_claims (show_id, worker, heartbeat_at) SELECT id, 'worker-1', now() FROM show
  ),
  board AS (
    INSERT INTO live_boards (show_id, revision, players, histogram, top, songs) SELECT id, 1, 0, '', '[]', '[]' FROM show
  ),
  reading AS (
    INSERT INTO source_readings (show_id, read_at, next_at) SELECT id, now(), now() FROM show
  )
UPDATE shows SET setlist_revision_id = revision.id FROM revision WHERE shows.id = revision.show_id;
-- What fans were told of the scored show, its lock with one commitment, its replay, and the history of its tour.
INSERT INTO announcements (kind, show_id, payload, revision_id, merged, created_at, sent_at)
SELECT 'final-score', shows.id, '{}', score_sets.revision_id, '[]', score_sets.created_at, score_sets.created_at
FROM shows JOIN score_sets ON score_sets.id = shows.score_set_id ORDER BY shows.id;
INSERT INTO notifications (user_id, announcement_id, detail)
SELECT 1, id, '{"total": 3, "rank": 1, "players": 1}' FROM announcements;
INSERT INTO pick_locks (show_id, number, locked_at, showdate, salt_key, leaves, root, nodes, first_users)
SELECT id, 1, locks_at, showdate, decode(repeat('01', 32), 'hex'), 1, decode(repeat('02', 32), 'hex'),
  decode(repeat('02', 32), 'hex'), '{1}'
FROM shows WHERE score_set_id IS NOT NULL ORDER BY id LIMIT 1;
INSERT INTO pick_commitments (show_id, lock_no, user_id, leaf)
SELECT show_id, 1, 1, decode(repeat('02', 32), 'hex') FROM pick_locks;
INSERT INTO replays (show_id, score_set_id, steps)
SELECT id, score_set_id, '[]' FROM shows WHERE score_set_id IS NOT NULL ORDER BY id LIMIT 1;
INSERT INTO tour_histories (tour_id, score_sets, steps)
SELECT tour_id, array_agg(score_set_id ORDER BY showdate, id), '[]'
FROM shows WHERE score_set_id IS NOT NULL AND tour_id IS NOT NULL GROUP BY tour_id ORDER BY tour_id LIMIT 1;
-- The choice of the method, and the chances, cards and expected points of the scored show.
INSERT INTO chance_choices (id, method, shows, measured) VALUES (1, 'plays', 1, '{}');
INSERT INTO show_chances (show_id, method, made_from, page, frozen_at)
SELECT id, 'plays', 'hash', '{"shows": [], "tour_shows": 0, "venue_shows": 0, "songs": [], "suggestions": []}', locks_at
FROM shows WHERE score_set_id IS NOT NULL ORDER BY id LIMIT 1;
INSERT INTO song_chances (show_id, song_id, chance, expected)
SELECT show_id, (SELECT min(id) FROM songs), 0.5, array_fill(0.5::real, ARRAY[19]) FROM show_chances;
INSERT INTO system_predictions (show_id, player, picks)
SELECT show_id, system_players.id, (SELECT picks FROM predictions ORDER BY id LIMIT 1) FROM show_chances, system_players;
INSERT INTO expected_points (show_id, user_id, points) SELECT show_id, 1, 4.5 FROM show_chances;
INSERT INTO above_expectation (user_id, shows, above) VALUES (1, 5, 2.5);
-- A league of two, of which one follows the other, and what they have done at the scored show.
INSERT INTO follows (user_id, followed_user_id) VALUES (2, 1);
INSERT INTO leagues (name, counts_from, drop_worst, token, code) VALUES ('Row J', 'all', 1, 'token-of-row-j', 'ABC234');
INSERT INTO league_members (league_id, user_id, role)
SELECT leagues.id, members.user_id, members.role
FROM leagues, (VALUES (1, 'owner'), (2, 'member')) AS members (user_id, role);
INSERT INTO league_removals (league_id, user_id) SELECT id, 3 FROM leagues;
INSERT INTO shares (token, show_id, user_id)
SELECT 'token-of-a-card', id, 1 FROM shows WHERE score_set_id IS NOT NULL ORDER BY id LIMIT 1;
INSERT INTO preview_images (kind, subject, theme, revision, png)
SELECT 'show', show_id::text, 'dark', '1', '\x89' FROM shares;
INSERT INTO night_feats (show_id, user_id, feats) SELECT show_id, user_id, 1 FROM shares;
INSERT INTO badges (user_id, badge, show_id) SELECT user_id, 'first-show', show_id FROM shares;
INSERT INTO suspensions (user_id, reason, display_name, shows_picks, suspended_by) VALUES (3, 'rude', 'Rude', false, 1);
INSERT INTO reports (kind, reported_user_id, user_id) VALUES ('name', 3, 2);
INSERT INTO blocked_words (word, created_by) VALUES ('rude', 1);
-- A fan with a key, a device and a choice of mails, a webhook that fails and is tried again in ten minutes, and a
-- reminder.
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
SELECT webhooks.id, public_events.id, 8, now(), 500 FROM webhooks, public_events;
INSERT INTO notification_choices (user_id, kind, channel, is_on) VALUES (1, 'final-score', 'mail', false);
INSERT INTO notification_settings (user_id, time_zone, unsubscribe_token) VALUES (1, 'Europe/Berlin', 'token-of-mails');
INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth) VALUES (1, 'https://push.example.com/1', 'key', 'auth');
INSERT INTO messages (user_id, notification_id, channel, subscription_id)
SELECT 1, min(notifications.id), 'push', min(push_subscriptions.id) FROM notifications, push_subscriptions;
INSERT INTO reminders (user_id, day, show_id, kind) SELECT 2, '2026-11-24', show_id, 'evening-before' FROM shares;
INSERT INTO installation_facts (name, value)
VALUES ('vapid-keys', '{"publicKey": "public-key-of-pushes", "privateKey": "private-key-of-pushes"}');
