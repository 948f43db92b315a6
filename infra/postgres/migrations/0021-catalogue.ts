import { type Kysely, sql } from 'kysely'

/**
 * What the band plays: songs, tours, shows, setlists, and shows whose setlist is entered while the band plays. Songs are
 * never deleted, because picks and setlists refer to them. A venue's choices outlive its shows: the next one there needs
 * them. Taps go with their show and name who made them, as setlist revisions do; they stay without a name when the profile
 * goes. A board's user ids are resolved to names when it is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Ids from 1 to 65,535, so that a pick fits two bytes (0 is the empty slot). The statement that inserts missing songs
    -- numbers them: an identity column would skip numbers on every upsert. Ids are never reused.
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
      -- The song that this one is. Picks, setlists and scores keep their rows; reading resolves them.
      merged_into integer REFERENCES songs CHECK (merged_into <> id),
      -- Not in the list to pick from: no song, but banter or an unknown setlist.
      hidden_at timestamptz,
      UNIQUE NULLS DISTINCT (source, source_id)
    );
    -- With ids from the data site two songs may share a slug; without ids the slug identifies the song.
    CREATE UNIQUE INDEX songs_slug ON songs (source, slug) WHERE source_id IS NULL;
    CREATE INDEX songs_any_slug ON songs (source, slug);
    CREATE INDEX songs_merged_into ON songs (merged_into) WHERE merged_into IS NOT NULL;

    -- Earlier ids and slugs by which files and sites may still name a song.
    CREATE TABLE song_aliases (
      source text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('id', 'slug')),
      alias text NOT NULL,
      song_id integer NOT NULL REFERENCES songs,
      PRIMARY KEY (source, kind, alias)
    );
    CREATE INDEX song_aliases_song ON song_aliases (song_id);

    CREATE TABLE tours (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      source_id text NOT NULL,
      name text NOT NULL,
      start_date date NOT NULL,
      end_date date NOT NULL,
      description text,
      -- Imports keep what an admin has edited.
      edited_by_hand boolean NOT NULL DEFAULT false,
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
      -- A scored show's setlist is public, so its picks stay closed after a reset until an admin moves locks_at.
      picks_closed boolean NOT NULL DEFAULT false,
      excluded boolean NOT NULL DEFAULT false,
      exclusion_reason text,
      setlist_revision_id integer,
      score_set_id integer,
      is_scored boolean NOT NULL GENERATED ALWAYS AS (score_set_id IS NOT NULL) STORED,
      -- runs.order_number of the run that scored or reset the show last; an older run never overwrites it.
      settled_by_order bigint,
      -- The run that closed the picks. If it fails, they open again.
      closed_by_run integer,
      -- When the data site stopped listing the show. Shows are never deleted, because predictions refer to them.
      vanished_at timestamptz,
      edited_by_hand boolean NOT NULL DEFAULT false,
      -- As the source's adapter lists them: time zone, start, lock, coordinates. Kept apart from what follows, as is what
      -- an admin sets, so that a new date, place or default can be applied at any time.
      listed_times jsonb,
      -- Set by an admin: HH:MM at the venue, and an instant that no import moves.
      set_starts_local text CHECK (set_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      set_locks_at timestamptz,
      cancelled_at timestamptz,
      cancel_reason text,
      -- What follows from these, with locks_at. No time zone: unknown.
      time_zone text,
      zone_needs_check boolean NOT NULL DEFAULT false,
      starts_local text CHECK (starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      starts_at timestamptz,
      time_source text NOT NULL DEFAULT 'unknown' CHECK (time_source IN ('admin', 'site', 'default', 'unknown')),
      -- The last thing that pages say about the lock.
      notice jsonb,
      -- What covers the site during the show: the closed overlay, or one that fills in the own card.
      overlay text NOT NULL DEFAULT 'closed' CHECK (overlay IN ('closed', 'live')),
      calendar_sequence integer NOT NULL DEFAULT 0,
      calendar_changed_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (source, source_id),
      CHECK (score_set_id IS NULL OR (picks_closed AND setlist_revision_id IS NOT NULL AND NOT excluded)),
      CHECK (closed_by_run IS NULL OR (picks_closed AND score_set_id IS NULL))
    );
    CREATE INDEX shows_date ON shows (showdate);
    CREATE INDEX shows_tour ON shows (tour_id, showdate);
    -- Each second the workers look for shows that were locked lately.
    CREATE INDEX shows_lock ON shows (locks_at);

    -- Counts the changes of what calendars show. A trigger, because imports, edits, locks and the first song change it.
    CREATE FUNCTION count_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.calendar_sequence := OLD.calendar_sequence + 1;
      NEW.calendar_changed_at := now();
      RETURN NEW;
    END $$;
    CREATE TRIGGER shows_calendar BEFORE UPDATE ON shows FOR EACH ROW
    WHEN ((OLD.showdate, OLD.venue, OLD.city, OLD.state, OLD.country, OLD.starts_at, OLD.locks_at,
        OLD.cancelled_at IS NULL, OLD.excluded)
      IS DISTINCT FROM (NEW.showdate, NEW.venue, NEW.city, NEW.state, NEW.country, NEW.starts_at, NEW.locks_at,
        NEW.cancelled_at IS NULL, NEW.excluded))
    EXECUTE FUNCTION count_calendar_change();

    CREATE TABLE venue_choices (
      -- Lower-case and trimmed; an unknown city is empty.
      venue text NOT NULL,
      city text NOT NULL,
      time_zone text,
      -- The start of the first of two shows on one day.
      early_starts_local text CHECK (early_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      PRIMARY KEY (venue, city)
    );

    -- A known song and a newer one of this slug that seem to be one, until an admin decides. A dropped row stays, so that
    -- the next import does not propose it again; an accepted one stays, so that the end of its merge takes the name back.
    CREATE TABLE song_renames (
      song_id integer NOT NULL REFERENCES songs,
      slug text NOT NULL,
      reason text NOT NULL CHECK (reason IN ('position', 'spelling', 'slug')),
      -- Of a position: the show in whose setlist both have the same one.
      show_id integer REFERENCES shows ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      decision text CHECK (decision IN ('accepted', 'dropped')),
      PRIMARY KEY (song_id, slug)
    );

    CREATE TABLE setlist_revisions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      show_id integer NOT NULL REFERENCES shows,
      number integer NOT NULL CHECK (number > 0),
      origin text NOT NULL CHECK (origin IN ('source', 'hand')),
      text text NOT NULL,
      notes text,
      created_by integer REFERENCES users,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- The set that is being played, which cannot be told from the songs; null once the show is over.
      open_set text CHECK (open_set IN ('set1', 'set2', 'encore', 'further')),
      UNIQUE (show_id, number),
      UNIQUE (show_id, id)
    );
    -- A show can only point at one of its own revisions.
    ALTER TABLE shows ADD FOREIGN KEY (id, setlist_revision_id) REFERENCES setlist_revisions (show_id, id);

    CREATE TABLE performances (
      revision_id integer NOT NULL REFERENCES setlist_revisions,
      -- Position in the show, from 1.
      sequence smallint NOT NULL CHECK (sequence > 0),
      set_name text NOT NULL CHECK (char_length(set_name) BETWEEN 1 AND 8),
      -- Position in the set, from 1; a second encore continues the first.
      position smallint NOT NULL CHECK (position > 0),
      song_id integer NOT NULL REFERENCES songs,
      -- When it was tapped; null where a setlist was entered as a whole.
      played_at timestamptz,
      PRIMARY KEY (revision_id, sequence),
      UNIQUE (revision_id, set_name, position)
    );
    CREATE INDEX performances_song ON performances (song_id);

    -- The setlist of a source that seems to be cut off, until an admin takes or drops it: the newest of each show. A dropped
    -- one stays, so that the next import does not propose it again. Deleted when the source has a complete setlist.
    CREATE TABLE setlist_proposals (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      show_id integer NOT NULL UNIQUE REFERENCES shows ON DELETE CASCADE,
      -- As the source's adapter returns it.
      setlist jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      dropped_at timestamptz
    );

    -- At most one request a second to a data site, over all workers: moving next_at takes the permit.
    CREATE TABLE source_permits (
      source text PRIMARY KEY,
      next_at timestamptz NOT NULL
    );

    -- What the source lists of a show that runs.
    CREATE TABLE source_readings (
      show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
      setlist jsonb,
      read_at timestamptz NOT NULL,
      -- Why the last request failed.
      error text,
      -- Requests that failed in a row.
      failures integer NOT NULL DEFAULT 0,
      next_at timestamptz NOT NULL
    );

    -- A repeated tap gets the response of the first. Of a conflict the row waits until an operator settles it.
    CREATE TABLE live_taps (
      op_id uuid PRIMARY KEY,
      show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
      user_id integer REFERENCES users ON DELETE SET NULL,
      base integer NOT NULL,
      op jsonb NOT NULL,
      -- By the operator's device, corrected by the server's clock.
      tapped_at timestamptz NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('stored', 'merged', 'conflict')),
      -- The newest revision afterwards.
      revision integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      settled_at timestamptz
    );
    CREATE INDEX live_taps_show ON live_taps (show_id, revision);
    CREATE INDEX live_taps_conflicts ON live_taps (show_id) WHERE outcome = 'conflict' AND settled_at IS NULL;

    -- The worker that computes a show's live board and reads its setlist from the source. Stale after a few seconds.
    CREATE TABLE live_claims (
      show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
      worker text NOT NULL,
      heartbeat_at timestamptz NOT NULL
    );

    CREATE TABLE live_boards (
      show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
      revision integer NOT NULL,
      players integer NOT NULL,
      -- As shared/game packs it.
      histogram text NOT NULL,
      -- User ids and totals of the first rows.
      top jsonb NOT NULL,
      -- Per song: how many have it, how many in the exact place, and user ids of some who do.
      songs jsonb NOT NULL,
      -- All user ids in the order of the board, four bytes each; only of the newest revision. They look random:
      -- compression would cost more than it saves.
      board bytea STORAGE EXTERNAL,
      -- The tour's board as it stands; null for a show without a tour.
      tour jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (show_id, revision)
    )`.execute(db)
}
