-- What release 0.8.0 adds to the database of 0.7.0.
CREATE TABLE chance_choices (
  id integer PRIMARY KEY CHECK (id = 1),
  method text NOT NULL CHECK (method IN ('model', 'rule', 'plays')),
  shows integer NOT NULL,
  measured jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE show_chances (
  show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
  method text NOT NULL CHECK (method IN ('model', 'rule', 'plays')),
  made_from text NOT NULL,
  page jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  frozen_at timestamptz
);
CREATE TABLE song_chances (
  show_id integer NOT NULL REFERENCES show_chances ON DELETE CASCADE,
  song_id integer NOT NULL REFERENCES songs ON DELETE CASCADE,
  chance real NOT NULL,
  expected real[] NOT NULL,
  PRIMARY KEY (show_id, song_id)
);
CREATE TABLE system_players (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE
);
INSERT INTO system_players (id, name) VALUES (1, 'the machine'), (2, 'the crowd');
CREATE TABLE system_predictions (
  show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
  player integer NOT NULL REFERENCES system_players,
  picks bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  score integer,
  better_players integer,
  PRIMARY KEY (show_id, player)
);
CREATE TABLE expected_points (
  show_id integer NOT NULL,
  user_id integer NOT NULL,
  points real NOT NULL,
  PRIMARY KEY (show_id, user_id)
);
CREATE INDEX expected_points_user ON expected_points (user_id);
CREATE TABLE above_expectation (
  user_id integer PRIMARY KEY,
  shows integer NOT NULL,
  above real NOT NULL
);
CREATE INDEX above_expectation_order ON above_expectation (above DESC, user_id);
INSERT INTO kysely_migration (name, timestamp) VALUES ('0021-chances', '2026-11-23T20:00:00.000Z');

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
