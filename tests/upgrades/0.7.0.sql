-- What release 0.7.0 adds to the database of 0.6.0.
CREATE TABLE announcements (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  show_id integer REFERENCES shows ON DELETE CASCADE,
  payload jsonb NOT NULL,
  revision_id integer REFERENCES setlist_revisions ON DELETE CASCADE,
  merged jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX announcements_show ON announcements (show_id, id);
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  announcement_id integer NOT NULL,
  detail jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE TABLE pick_locks (
  show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
  number integer NOT NULL,
  locked_at timestamptz NOT NULL,
  showdate date NOT NULL,
  salt_key bytea NOT NULL,
  leaves integer NOT NULL,
  root bytea,
  nodes bytea,
  first_users integer[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  replaced_at timestamptz,
  PRIMARY KEY (show_id, number)
);
CREATE UNIQUE INDEX pick_locks_current ON pick_locks (show_id) WHERE replaced_at IS NULL;
CREATE INDEX shows_lock ON shows (locks_at);
CREATE TABLE pick_commitments (
  show_id integer NOT NULL,
  lock_no integer NOT NULL,
  user_id integer NOT NULL,
  leaf bytea NOT NULL,
  PRIMARY KEY (show_id, lock_no, user_id)
);
CREATE TABLE replays (
  show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
  score_set_id integer NOT NULL,
  steps jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE tour_histories (
  tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE,
  score_sets integer[] NOT NULL,
  steps jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO kysely_migration (name, timestamp) VALUES ('0020-after-the-night', '2026-11-23T16:00:00.000Z');

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
