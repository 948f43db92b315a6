import { type Kysely, sql } from 'kysely'

/**
 * Picks, scores, boards, proofs, chances, and what players have together. Rows go with their show or tour, but commitments,
 * expected points and feats, which the statement that deletes a show deletes. With the profile go its expected points,
 * follows, memberships, badges and feats. Its commitments stay: the proofs of all others need them. A report keeps no
 * reporter, and a shared card no user, so that its page can say that it is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Nineteen picks of two bytes: set 1, set 2, encore; 0 is an empty slot and keeps its place. Packed because scoring
    -- streams a million rows, and parsing JSON costs ten times the scoring.
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
    -- The public list of a show's picks is read page by page. In the order of user ids it would tell who the players
    -- without a name are.
    CREATE INDEX predictions_show ON predictions (show_id, id);

    -- Each claim of a scoring run writes its own score set, and the show points at the set that counts. A worker that lost
    -- its claim writes into a set that no show points at.
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

    -- No foreign key, trigger or second index: a million rows are copied in, and one foreign key to predictions makes that
    -- nine times slower. The sweep and the command "standings verify" check what foreign keys would.
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

    -- Board 0 counts every show; any other number is a tour's id. No foreign key to users, whose rows are never deleted: it
    -- would be checked a hundred thousand times a show. No index on rank, and free space on every page for the next version
    -- of each row: a show moves all rows in one transaction, and a version on another page needs new index entries.
    CREATE TABLE standings (
      board integer NOT NULL CHECK (board >= 0),
      user_id integer NOT NULL,
      total integer NOT NULL CHECK (total >= 0),
      shows integer NOT NULL CHECK (shows > 0),
      best integer NOT NULL CHECK (best BETWEEN 0 AND total),
      PRIMARY KEY (board, user_id)
    ) WITH (fillfactor = 45);
    -- Players per total: a rank is 1 + the players above, a sum over a few hundred rows instead of all players.
    CREATE TABLE standings_histogram (
      board integer NOT NULL CHECK (board >= 0),
      total integer NOT NULL CHECK (total >= 0),
      players integer NOT NULL CHECK (players >= 0),
      PRIMARY KEY (board, total)
    ) WITH (fillfactor = 70);
    -- The leading players of each board, for its first page, which everybody reads at once after a scoring. No foreign key:
    -- a list that is out of date is detected by the histogram and not used.
    CREATE TABLE board_tops (
      board integer PRIMARY KEY CHECK (board >= 0),
      user_ids integer[] NOT NULL
    );

    CREATE TABLE pick_locks (
      show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
      -- Counts the locks of a show that was reopened.
      number integer NOT NULL,
      locked_at timestamptz NOT NULL,
      -- As it is hashed; the show's may be corrected later.
      showdate date NOT NULL,
      -- Those who have it can guess picks that are not shown. Without it no proof can be made.
      salt_key bytea NOT NULL,
      leaves integer NOT NULL,
      -- Null without predictions.
      root bytea,
      -- The nodes of level 10 of the tree: a proof reads 1,024 leaves instead of all.
      nodes bytea,
      -- The first player under each of these nodes.
      first_users integer[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      replaced_at timestamptz,
      PRIMARY KEY (show_id, number)
    );
    CREATE UNIQUE INDEX pick_locks_current ON pick_locks (show_id) WHERE replaced_at IS NULL;
    -- No references: the check would double the time of the insert.
    CREATE TABLE pick_commitments (
      show_id integer NOT NULL,
      lock_no integer NOT NULL,
      user_id integer NOT NULL,
      leaf bytea NOT NULL,
      PRIMARY KEY (show_id, lock_no, user_id)
    );

    -- Computed when somebody asks first; of other scores than the show's it is out of date.
    CREATE TABLE replays (
      show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
      score_set_id integer NOT NULL,
      steps jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE tour_histories (
      tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE,
      -- Of its scored shows, oldest first.
      score_sets integer[] NOT NULL,
      steps jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    -- How chances are made, chosen by a test on past shows. One row.
    CREATE TABLE chance_choices (
      id integer PRIMARY KEY CHECK (id = 1),
      method text NOT NULL CHECK (method IN ('model', 'rule', 'plays')),
      -- How many past shows there were: the choice is made again when there are more.
      shows integer NOT NULL,
      measured jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE show_chances (
      show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
      method text NOT NULL CHECK (method IN ('model', 'rule', 'plays')),
      -- A hash of everything that the chances follow from: made again when it differs.
      made_from text NOT NULL,
      -- What pages show: every song's chance with its reasons and facts, and the songs suggested for each slot.
      page jsonb NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now(),
      -- At the lock; then they stay.
      frozen_at timestamptz
    );
    CREATE TABLE song_chances (
      show_id integer NOT NULL REFERENCES show_chances ON DELETE CASCADE,
      song_id integer NOT NULL REFERENCES songs ON DELETE CASCADE,
      chance real NOT NULL,
      -- The points that a pick of the song brings on average, in each of the 19 slots.
      expected real[] NOT NULL,
      PRIMARY KEY (show_id, song_id)
    );

    -- The two players that are no users.
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
      -- By the show's scores; null while it has none.
      score integer,
      -- The players with more points.
      better_players integer,
      PRIMARY KEY (show_id, player)
    );

    -- No references, as in scores: the checks would take longer than the rows.
    CREATE TABLE expected_points (
      show_id integer NOT NULL,
      user_id integer NOT NULL,
      points real NOT NULL,
      PRIMARY KEY (show_id, user_id)
    );
    CREATE INDEX expected_points_user ON expected_points (user_id);
    -- Sums over the scored shows of a player: computed again when scores change.
    CREATE TABLE above_expectation (
      user_id integer PRIMARY KEY,
      shows integer NOT NULL,
      above real NOT NULL
    );
    CREATE INDEX above_expectation_order ON above_expectation (above DESC, user_id);

    -- What a player achieved at a scored show. No references, as in scores.
    CREATE TABLE night_feats (
      show_id integer NOT NULL,
      user_id integer NOT NULL,
      -- A bit each, see shared/game/feats.ts.
      feats smallint NOT NULL,
      -- Of the songs that the player called, the one with the longest gap before the show.
      rarest_song integer,
      rarest_gap integer,
      PRIMARY KEY (show_id, user_id)
    );
    CREATE INDEX night_feats_user ON night_feats (user_id);
    CREATE TABLE badges (
      user_id integer NOT NULL,
      badge text NOT NULL,
      -- Where it was earned first.
      show_id integer REFERENCES shows ON DELETE CASCADE,
      PRIMARY KEY (user_id, badge)
    );
    CREATE INDEX badges_show ON badges (show_id);

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
    );
    CREATE INDEX leagues_deleted ON leagues (deleted_at) WHERE deleted_at IS NOT NULL;
    CREATE TABLE league_members (
      league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('owner', 'co-owner', 'member')),
      joined_at timestamptz NOT NULL DEFAULT now(),
      -- Whether the others see that this member has the league's page open.
      shows_presence boolean NOT NULL DEFAULT false,
      PRIMARY KEY (league_id, user_id)
    );
    CREATE INDEX league_members_user ON league_members (user_id);
    CREATE UNIQUE INDEX league_members_owner ON league_members (league_id) WHERE role = 'owner';
    -- Who was removed cannot join by the link of that time.
    CREATE TABLE league_removals (
      league_id integer NOT NULL REFERENCES leagues ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      removed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (league_id, user_id)
    );
    CREATE INDEX league_removals_user ON league_removals (user_id);

    CREATE TABLE shares (
      token text PRIMARY KEY,
      show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
      -- Null: the profile is deleted.
      user_id integer REFERENCES users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      revoked_at timestamptz
    );
    CREATE INDEX shares_show ON shares (show_id);
    CREATE UNIQUE INDEX shares_current ON shares (user_id, show_id) WHERE revoked_at IS NULL;

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
    );
    CREATE UNIQUE INDEX reports_open ON reports (kind, coalesce(reported_user_id, league_id), user_id)
    WHERE decided_at IS NULL;
    CREATE INDEX reports_user ON reports (user_id);
    CREATE INDEX reports_reported ON reports (reported_user_id);
    CREATE INDEX reports_league ON reports (league_id);
    -- Texts that no name of a fan or a league may contain, without case, accents and signs.
    CREATE TABLE blocked_words (
      word text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      created_by integer REFERENCES users ON DELETE SET NULL
    )`.execute(db)
}
