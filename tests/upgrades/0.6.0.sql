-- What release 0.6.0 adds to the database of 0.5.0.
ALTER TABLE users ADD COLUMN is_live_operator boolean NOT NULL DEFAULT false;
ALTER TABLE shows
  ADD COLUMN overlay text NOT NULL DEFAULT 'closed' CHECK (overlay IN ('closed', 'live'));
ALTER TABLE setlist_revisions
  ADD COLUMN open_set text CHECK (open_set IN ('set1', 'set2', 'encore', 'further'));
ALTER TABLE performances
  ADD COLUMN played_at timestamptz;
CREATE TABLE live_taps (
  op_id uuid PRIMARY KEY,
  show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE SET NULL,
  base integer NOT NULL,
  op jsonb NOT NULL,
  tapped_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('stored', 'merged', 'conflict')),
  revision integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz
);
CREATE INDEX live_taps_show ON live_taps (show_id, revision);
CREATE INDEX live_taps_conflicts ON live_taps (show_id)
WHERE outcome = 'conflict' AND settled_at IS NULL;
CREATE TABLE live_claims (
  show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
  worker text NOT NULL,
  heartbeat_at timestamptz NOT NULL
);
CREATE TABLE live_boards (
  show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
  revision integer NOT NULL,
  players integer NOT NULL,
  histogram text NOT NULL,
  top jsonb NOT NULL,
  songs jsonb NOT NULL,
  board bytea,
  tour jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (show_id, revision)
);
ALTER TABLE live_boards ALTER COLUMN board SET STORAGE EXTERNAL;
CREATE TABLE source_readings (
  show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
  setlist jsonb,
  read_at timestamptz NOT NULL,
  error text,
  failures integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL
);
INSERT INTO kysely_migration (name, timestamp) VALUES ('0019-live-shows', '2026-11-23T13:00:00.000Z');

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
