-- A database of release 0.1.0 in use: its migrations as they were, then rows in every table.

-- 0001-accounts
CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text UNIQUE CHECK (email = lower(email)),
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 2 AND 40),
  sort_name text COLLATE "C" NOT NULL,
  password_hash text,
  is_admin boolean NOT NULL DEFAULT false,
  email_verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (deleted_at IS NOT NULL OR (email IS NOT NULL AND password_hash IS NOT NULL)),
  CHECK (deleted_at IS NULL OR (email IS NULL AND password_hash IS NULL AND NOT is_admin))
);
CREATE TABLE avatars (
  user_id integer PRIMARY KEY REFERENCES users,
  content_hash text NOT NULL,
  webp bytea NOT NULL CHECK (octet_length(webp) <= 1048576),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE auth_tokens (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  voided_at timestamptz
);
CREATE INDEX auth_tokens_user ON auth_tokens (user_id, purpose);
CREATE TABLE sessions (
  sid varchar PRIMARY KEY,
  sess json NOT NULL,
  expire timestamp(6) NOT NULL,
  user_id integer GENERATED ALWAYS AS ((sess -> 'passport' ->> 'user')::integer) STORED
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expire ON sessions (expire);
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id integer REFERENCES users,
  action text NOT NULL,
  subject text,
  address text,
  request_id text,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_at ON audit_log (at);

-- 0002-catalogue
CREATE TABLE songs (
  id integer PRIMARY KEY CHECK (id BETWEEN 1 AND 65535),
  source text NOT NULL,
  source_id text,
  slug text NOT NULL,
  name text NOT NULL,
  times_played integer NOT NULL DEFAULT 0 CHECK (times_played >= 0),
  gap integer CHECK (gap >= 0),
  last_played date,
  in_notebook boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  UNIQUE NULLS DISTINCT (source, source_id)
);
CREATE UNIQUE INDEX songs_slug ON songs (source, slug) WHERE source_id IS NULL;
CREATE INDEX songs_any_slug ON songs (source, slug);
CREATE TABLE tours (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  source_id text NOT NULL,
  name text NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  description text,
  UNIQUE (source, source_id),
  CHECK (start_date <= end_date)
);
CREATE TABLE shows (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  source_id text NOT NULL,
  tour_id integer REFERENCES tours,
  showdate date NOT NULL,
  venue text NOT NULL,
  city text,
  state text,
  country text,
  locks_at timestamptz,
  picks_closed boolean NOT NULL DEFAULT false,
  excluded boolean NOT NULL DEFAULT false,
  exclusion_reason text,
  setlist_revision_id integer,
  score_set_id integer,
  is_scored boolean NOT NULL GENERATED ALWAYS AS (score_set_id IS NOT NULL) STORED,
  settled_by_order bigint,
  closed_by_run integer,
  UNIQUE (source, source_id),
  CHECK (score_set_id IS NULL OR (picks_closed AND setlist_revision_id IS NOT NULL AND NOT excluded)),
  CHECK (closed_by_run IS NULL OR (picks_closed AND score_set_id IS NULL))
);
CREATE INDEX shows_date ON shows (showdate);
CREATE INDEX shows_tour ON shows (tour_id, showdate);
CREATE TABLE setlist_revisions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  show_id integer NOT NULL REFERENCES shows,
  number integer NOT NULL CHECK (number > 0),
  origin text NOT NULL CHECK (origin IN ('source', 'hand')),
  text text NOT NULL,
  notes text,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (show_id, number),
  UNIQUE (show_id, id)
);
ALTER TABLE shows ADD FOREIGN KEY (id, setlist_revision_id)
REFERENCES setlist_revisions (show_id, id);
CREATE TABLE performances (
  revision_id integer NOT NULL REFERENCES setlist_revisions,
  sequence smallint NOT NULL CHECK (sequence > 0),
  set_name text NOT NULL CHECK (char_length(set_name) BETWEEN 1 AND 8),
  position smallint NOT NULL CHECK (position > 0),
  song_id integer NOT NULL REFERENCES songs,
  PRIMARY KEY (revision_id, sequence),
  UNIQUE (revision_id, set_name, position)
);
CREATE INDEX performances_song ON performances (song_id);
CREATE TABLE source_permits (
  source text PRIMARY KEY,
  next_at timestamptz NOT NULL
);

-- 0003-game
CREATE TABLE predictions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  show_id integer NOT NULL REFERENCES shows,
  user_id integer NOT NULL REFERENCES users,
  picks bytea STORAGE PLAIN NOT NULL
    CHECK (octet_length(picks) = 38)
    CHECK (picks <> decode(repeat('00', 38), 'hex')),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (show_id, user_id)
);
CREATE INDEX predictions_user ON predictions (user_id);
CREATE TABLE score_sets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  show_id integer NOT NULL REFERENCES shows,
  revision_id integer NOT NULL,
  run_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (show_id, id),
  FOREIGN KEY (show_id, revision_id) REFERENCES setlist_revisions (show_id, id)
);
ALTER TABLE shows ADD FOREIGN KEY (id, score_set_id) REFERENCES score_sets (show_id, id);
CREATE TABLE scores (
  score_set_id integer NOT NULL,
  user_id integer NOT NULL,
  total smallint NOT NULL,
  song_in_show smallint NOT NULL,
  song_in_set smallint NOT NULL,
  correct_song smallint NOT NULL,
  correct_special smallint NOT NULL,
  encore_in_set smallint NOT NULL,
  PRIMARY KEY (score_set_id, user_id)
);
CREATE TABLE standings (
  board integer NOT NULL CHECK (board >= 0),
  user_id integer NOT NULL,
  total integer NOT NULL CHECK (total >= 0),
  shows integer NOT NULL CHECK (shows > 0),
  best integer NOT NULL CHECK (best BETWEEN 0 AND total),
  PRIMARY KEY (board, user_id)
) WITH (fillfactor = 70);
CREATE TABLE standings_histogram (
  board integer NOT NULL CHECK (board >= 0),
  total integer NOT NULL CHECK (total >= 0),
  players integer NOT NULL CHECK (players >= 0),
  PRIMARY KEY (board, total)
) WITH (fillfactor = 70);

-- 0004-work
CREATE SEQUENCE order_numbers;
CREATE TABLE runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  "order" jsonb NOT NULL,
  order_number bigint NOT NULL DEFAULT nextval('order_numbers'),
  ordered_by integer REFERENCES users,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total integer CHECK (total >= 0),
  result jsonb,
  error jsonb,
  claim integer NOT NULL DEFAULT 0,
  worker text,
  heartbeat_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  topic_version bigint,
  CHECK ((state = 'done') = (result IS NOT NULL)),
  CHECK ((state = 'failed') = (error IS NOT NULL)),
  CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX runs_one_queued ON runs (kind, subject) WHERE state = 'queued';
CREATE UNIQUE INDEX runs_one_running ON runs (subject) WHERE state = 'running';
CREATE INDEX runs_topic_version ON runs (topic_version);
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  job text NOT NULL,
  payload jsonb NOT NULL,
  run_id integer UNIQUE REFERENCES runs,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz NOT NULL DEFAULT now(),
  enqueued_at timestamptz,
  attempt integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz
);
CREATE INDEX outbox_open ON outbox (next_at) WHERE done_at IS NULL AND dead_at IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

-- 0005-live
CREATE TABLE settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  test_mode_enabled boolean NOT NULL DEFAULT true,
  site_overlay_enabled boolean NOT NULL DEFAULT false
);
INSERT INTO settings DEFAULT VALUES;
CREATE TABLE topic_versions (
  topic text PRIMARY KEY,
  version bigint NOT NULL CHECK (version > 0),
  changed_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE TABLE installation_facts (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);

-- 0006-vanished-shows
ALTER TABLE shows ADD COLUMN vanished_at timestamptz;

-- 0007-edited-by-hand
ALTER TABLE tours ADD COLUMN edited_by_hand boolean NOT NULL DEFAULT false;
ALTER TABLE shows ADD COLUMN edited_by_hand boolean NOT NULL DEFAULT false;

-- 0008-request-ids
ALTER TABLE runs ADD COLUMN request_id text;
ALTER TABLE outbox
  ADD COLUMN request_id text,
  ADD COLUMN traceparent text;
CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL;

-- 0009-user-search
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX users_search ON users USING gin (email gin_trgm_ops, display_name gin_trgm_ops)
WHERE deleted_at IS NULL;

-- 0010-room-for-moves
ALTER TABLE standings SET (fillfactor = 45);

-- 0011-board-tops
CREATE TABLE board_tops (
  board integer PRIMARY KEY CHECK (board >= 0),
  user_ids integer[] NOT NULL
);

-- What Kysely's migrator keeps.
CREATE TABLE kysely_migration (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL);
CREATE TABLE kysely_migration_lock (id varchar(255) NOT NULL PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0);
INSERT INTO kysely_migration_lock (id) VALUES ('migration_lock');
INSERT INTO kysely_migration (name, timestamp) VALUES
  ('0001-accounts', '2026-11-01T00:00:00.000Z'),
  ('0002-catalogue', '2026-11-01T00:00:00.000Z'),
  ('0003-game', '2026-11-01T00:00:00.000Z'),
  ('0004-work', '2026-11-01T00:00:00.000Z'),
  ('0005-live', '2026-11-01T00:00:00.000Z'),
  ('0006-vanished-shows', '2026-11-01T00:00:00.000Z'),
  ('0007-edited-by-hand', '2026-11-01T00:00:00.000Z'),
  ('0008-request-ids', '2026-11-01T00:00:00.000Z'),
  ('0009-user-search', '2026-11-01T00:00:00.000Z'),
  ('0010-room-for-moves', '2026-11-01T00:00:00.000Z'),
  ('0011-board-tops', '2026-11-01T00:00:00.000Z');
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
