-- Release 0.2.0 has the schema and the rows of 0.1.0 under fewer migrations.
DELETE FROM kysely_migration;
INSERT INTO kysely_migration (name, timestamp) VALUES
  ('0001-accounts', '2026-11-23T00:00:00.000Z'),
  ('0002-catalogue', '2026-11-23T00:00:00.000Z'),
  ('0003-predictions', '2026-11-23T00:00:00.000Z'),
  ('0004-work', '2026-11-23T00:00:00.000Z'),
  ('0005-live', '2026-11-23T00:00:00.000Z'),
  ('0011-board-tops', '2026-11-23T00:00:00.000Z');
