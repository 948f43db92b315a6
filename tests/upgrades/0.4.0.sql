-- What release 0.4.0 adds to the database of 0.3.0.
ALTER TABLE shows
  ADD COLUMN listed_times jsonb,
  ADD COLUMN set_starts_local text CHECK (set_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD COLUMN set_locks_at timestamptz,
  ADD COLUMN cancelled_at timestamptz,
  ADD COLUMN cancel_reason text,
  ADD COLUMN time_zone text,
  ADD COLUMN zone_needs_check boolean NOT NULL DEFAULT false,
  ADD COLUMN starts_local text CHECK (starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD COLUMN starts_at timestamptz,
  ADD COLUMN time_source text NOT NULL DEFAULT 'unknown'
    CHECK (time_source IN ('admin', 'site', 'default', 'unknown')),
  ADD COLUMN notice jsonb;
UPDATE shows SET time_source = CASE WHEN source = 'demo' THEN 'site' ELSE 'admin' END,
  set_locks_at = CASE WHEN source <> 'demo' THEN locks_at END
WHERE locks_at IS NOT NULL;
UPDATE shows SET locks_at = (showdate + 1)::timestamp AT TIME ZONE 'UTC' WHERE locks_at IS NULL;
CREATE TABLE venue_choices (
  venue text NOT NULL,
  city text NOT NULL,
  time_zone text,
  early_starts_local text CHECK (early_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  PRIMARY KEY (venue, city)
);
CREATE INDEX predictions_show ON predictions (show_id, id);
ALTER TABLE users ADD COLUMN shows_picks boolean NOT NULL DEFAULT false;
ALTER TABLE registrations ADD COLUMN shows_picks boolean NOT NULL DEFAULT false;
INSERT INTO kysely_migration (name, timestamp) VALUES ('0017-venue-times', '2026-11-23T00:00:00.000Z');

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
