-- What release 0.9.0 adds to the database of 0.8.0.
CREATE TABLE follows (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  followed_user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, followed_user_id),
  CHECK (user_id <> followed_user_id)
);
CREATE INDEX follows_followed ON follows (followed_user_id);
CREATE TABLE leagues (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  tour_id integer REFERENCES tours ON DELETE SET NULL,
  counts_from text NOT NULL CHECK (counts_from IN ('all', 'joining')),
  drop_worst smallint NOT NULL CHECK (drop_worst BETWEEN 0 AND 5),
  token text NOT NULL UNIQUE,
  code text NOT NULL UNIQUE CHECK (code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  invited_since timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX leagues_deleted ON leagues (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE league_members (
  league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'co-owner', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  shows_presence boolean NOT NULL DEFAULT false,
  PRIMARY KEY (league_id, user_id)
);
CREATE INDEX league_members_user ON league_members (user_id);
CREATE UNIQUE INDEX league_members_owner ON league_members (league_id) WHERE role = 'owner';
CREATE TABLE league_removals (
  league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (league_id, user_id)
);
CREATE INDEX league_removals_user ON league_removals (user_id);
ALTER TABLE registrations ADD COLUMN invitation text;
CREATE TABLE shares (
  token text PRIMARY KEY,
  show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX shares_show ON shares (show_id);
CREATE UNIQUE INDEX shares_current ON shares (user_id, show_id) WHERE revoked_at IS NULL;
CREATE TABLE preview_images (
  kind text NOT NULL,
  subject text NOT NULL,
  theme text NOT NULL,
  revision text NOT NULL,
  png bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, subject, theme)
);
CREATE INDEX preview_images_age ON preview_images (created_at);
CREATE TABLE night_feats (
  show_id integer NOT NULL,
  user_id integer NOT NULL,
  feats smallint NOT NULL,
  rarest_song integer,
  rarest_gap integer,
  PRIMARY KEY (show_id, user_id)
);
CREATE INDEX night_feats_user ON night_feats (user_id);
CREATE TABLE badges (
  user_id integer NOT NULL,
  badge text NOT NULL,
  show_id integer REFERENCES shows ON DELETE CASCADE,
  PRIMARY KEY (user_id, badge)
);
CREATE INDEX badges_show ON badges (show_id);
ALTER TABLE users ADD COLUMN suspended_at timestamptz;
CREATE TABLE suspensions (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  reason text NOT NULL,
  display_name text NOT NULL,
  shows_picks boolean NOT NULL,
  image_hash text,
  image bytea,
  suspended_by integer REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('name', 'image', 'league')),
  reported_user_id integer REFERENCES users ON DELETE CASCADE,
  league_id integer REFERENCES leagues ON DELETE CASCADE,
  note text,
  user_id integer REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decision text CHECK (decision IN ('reset-name', 'remove-image', 'suspend', 'dismiss')),
  decided_at timestamptz,
  decided_by integer REFERENCES users ON DELETE SET NULL,
  CHECK ((kind = 'league') = (league_id IS NOT NULL) AND (kind = 'league') = (reported_user_id IS NULL))
);
CREATE UNIQUE INDEX reports_open ON reports (kind, coalesce(reported_user_id, league_id), user_id)
WHERE decided_at IS NULL;
CREATE INDEX reports_user ON reports (user_id);
CREATE INDEX reports_reported ON reports (reported_user_id);
CREATE INDEX reports_league ON reports (league_id);
CREATE TABLE blocked_words (
  word text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer REFERENCES users ON DELETE SET NULL
);
INSERT INTO kysely_migration (name, timestamp) VALUES ('0022-friends', '2026-11-23T22:00:00.000Z');

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
