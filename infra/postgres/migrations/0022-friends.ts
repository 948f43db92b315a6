import { type Kysely, sql } from 'kysely'

/**
 * What fans have together: follows, leagues, shared cards, badges and seasons; and what admins do about names, images
 * and leagues. With a profile go its follows, memberships, badges and feats; a report keeps no reporter, and a shared
 * card no user, so that its page can say that it is gone. Rows go with their show, but feats, which the statement that
 * deletes a show deletes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE follows (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      followed_user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, followed_user_id),
      CHECK (user_id <> followed_user_id)
    )`.execute(db)
  await sql`CREATE INDEX follows_followed ON follows (followed_user_id)`.execute(db)

  await sql`
    CREATE TABLE leagues (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      -- Null: all shows. A league of a tour that goes counts all shows from then on.
      tour_id integer REFERENCES tours ON DELETE SET NULL,
      counts_from text NOT NULL CHECK (counts_from IN ('all', 'joining')),
      drop_worst smallint NOT NULL CHECK (drop_worst BETWEEN 0 AND 5),
      -- What the link contains, and what is typed.
      token text NOT NULL UNIQUE,
      code text NOT NULL UNIQUE CHECK (code ~ '^[2-9A-HJ-NP-Z]{6}$'),
      -- Who was removed before can join by them.
      invited_since timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Deleted for good a day later.
      deleted_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX leagues_deleted ON leagues (deleted_at) WHERE deleted_at IS NOT NULL`.execute(db)
  await sql`
    CREATE TABLE league_members (
      league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('owner', 'co-owner', 'member')),
      joined_at timestamptz NOT NULL DEFAULT now(),
      -- Whether the others see that this member has the league's page open.
      shows_presence boolean NOT NULL DEFAULT false,
      PRIMARY KEY (league_id, user_id)
    )`.execute(db)
  await sql`CREATE INDEX league_members_user ON league_members (user_id)`.execute(db)
  await sql`CREATE UNIQUE INDEX league_members_owner ON league_members (league_id) WHERE role = 'owner'`.execute(
    db,
  )
  // Who was removed cannot join by the link of that time.
  await sql`
    CREATE TABLE league_removals (
      league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      removed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (league_id, user_id)
    )`.execute(db)
  await sql`CREATE INDEX league_removals_user ON league_removals (user_id)`.execute(db)
  // The account that follows becomes a member.
  await sql`ALTER TABLE registrations ADD COLUMN invitation text`.execute(db)

  await sql`
    CREATE TABLE shares (
      token text PRIMARY KEY,
      show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
      -- Null: the profile is deleted.
      user_id integer REFERENCES users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      revoked_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX shares_show ON shares (show_id)`.execute(db)
  await sql`CREATE UNIQUE INDEX shares_current ON shares (user_id, show_id) WHERE revoked_at IS NULL`.execute(
    db,
  )
  // Can be drawn again at any time. Deleted after 30 days; a share's when it is revoked.
  await sql`
    CREATE TABLE preview_images (
      kind text NOT NULL,
      -- The id or token of what the image shows.
      subject text NOT NULL,
      theme text NOT NULL,
      -- The newest replaces the one before, since nobody gets an old one.
      revision text NOT NULL,
      png bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (kind, subject, theme)
    )`.execute(db)
  await sql`CREATE INDEX preview_images_age ON preview_images (created_at)`.execute(db)

  // What a player achieved at a scored show. No references, as in scores: the checks would take longer than the rows.
  await sql`
    CREATE TABLE night_feats (
      show_id integer NOT NULL,
      user_id integer NOT NULL,
      -- A bit each, see shared/game/feats.ts.
      feats smallint NOT NULL,
      -- Of the songs that the player called, the one with the longest gap before the show.
      rarest_song integer,
      rarest_gap integer,
      PRIMARY KEY (show_id, user_id)
    )`.execute(db)
  await sql`CREATE INDEX night_feats_user ON night_feats (user_id)`.execute(db)
  await sql`
    CREATE TABLE badges (
      user_id integer NOT NULL,
      badge text NOT NULL,
      -- Where it was earned first.
      show_id integer REFERENCES shows ON DELETE CASCADE,
      PRIMARY KEY (user_id, badge)
    )`.execute(db)
  await sql`CREATE INDEX badges_show ON badges (show_id)`.execute(db)

  await sql`ALTER TABLE users ADD COLUMN suspended_at timestamptz`.execute(db)
  // What the profile gets back when the suspension is lifted. Goes with the profile.
  await sql`
    CREATE TABLE suspensions (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      reason text NOT NULL,
      display_name text NOT NULL,
      shows_picks boolean NOT NULL,
      image_hash text,
      image bytea,
      suspended_by integer REFERENCES users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`
    CREATE TABLE reports (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('name', 'image', 'league')),
      reported_user_id integer REFERENCES users ON DELETE CASCADE,
      league_id integer REFERENCES leagues ON DELETE CASCADE,
      note text,
      -- Null: the profile of who reported is deleted.
      user_id integer REFERENCES users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      decision text CHECK (decision IN ('reset-name', 'remove-image', 'suspend', 'dismiss')),
      decided_at timestamptz,
      decided_by integer REFERENCES users ON DELETE SET NULL,
      CHECK ((kind = 'league') = (league_id IS NOT NULL) AND (kind = 'league') = (reported_user_id IS NULL))
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX reports_open ON reports (kind, coalesce(reported_user_id, league_id), user_id)
    WHERE decided_at IS NULL`.execute(db)
  await sql`CREATE INDEX reports_user ON reports (user_id)`.execute(db)
  await sql`CREATE INDEX reports_reported ON reports (reported_user_id)`.execute(db)
  await sql`CREATE INDEX reports_league ON reports (league_id)`.execute(db)
  // Texts that no name of a fan or a league may contain, without case, accents and signs.
  await sql`
    CREATE TABLE blocked_words (
      word text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      created_by integer REFERENCES users ON DELETE SET NULL
    )`.execute(db)
}
