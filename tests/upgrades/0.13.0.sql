-- What release 0.13.0 changed in the database of 0.12.0, then a row in what is new.
CREATE TABLE tour_statistics (tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE, version text NOT NULL,
  statistics jsonb NOT NULL);
INSERT INTO tour_statistics SELECT id, 'an-old-version', '{}' FROM tours ORDER BY id LIMIT 1;
INSERT INTO kysely_migration (name, timestamp) VALUES ('0035-tour-statistics', '2026-11-28T00:00:00.000Z');
