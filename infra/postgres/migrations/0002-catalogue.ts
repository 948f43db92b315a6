import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // 1 to 65,535, so that a pick fits two bytes (0 is the empty slot). The statement that inserts missing songs
  // numbers them: an identity column would skip numbers on every upsert. Ids are never reused.
  await sql`
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
      UNIQUE NULLS DISTINCT (source, source_id)
    )`.execute(db)
  // With ids from the data site two songs may share a slug; without ids the slug identifies the song.
  await sql`CREATE UNIQUE INDEX songs_slug ON songs (source, slug) WHERE source_id IS NULL`.execute(db)
  await sql`CREATE INDEX songs_any_slug ON songs (source, slug)`.execute(db)

  await sql`
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
    )`.execute(db)

  await sql`
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
      UNIQUE (source, source_id),
      CHECK (score_set_id IS NULL OR (picks_closed AND setlist_revision_id IS NOT NULL AND NOT excluded)),
      CHECK (closed_by_run IS NULL OR (picks_closed AND score_set_id IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX shows_date ON shows (showdate)`.execute(db)
  await sql`CREATE INDEX shows_tour ON shows (tour_id, showdate)`.execute(db)

  await sql`
    CREATE TABLE setlist_revisions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      show_id integer NOT NULL REFERENCES shows,
      number integer NOT NULL CHECK (number > 0),
      origin text NOT NULL CHECK (origin IN ('source', 'hand')),
      text text NOT NULL,
      notes text,
      created_by integer REFERENCES users,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (show_id, number),
      UNIQUE (show_id, id)
    )`.execute(db)
  // A show can only point at one of its own revisions.
  await sql`
    ALTER TABLE shows ADD FOREIGN KEY (id, setlist_revision_id)
    REFERENCES setlist_revisions (show_id, id)`.execute(db)

  await sql`
    CREATE TABLE performances (
      revision_id integer NOT NULL REFERENCES setlist_revisions,
      -- Position in the show, from 1.
      sequence smallint NOT NULL CHECK (sequence > 0),
      set_name text NOT NULL CHECK (char_length(set_name) BETWEEN 1 AND 8),
      -- Position in the set, from 1; a second encore continues the first.
      position smallint NOT NULL CHECK (position > 0),
      song_id integer NOT NULL REFERENCES songs,
      PRIMARY KEY (revision_id, sequence),
      UNIQUE (revision_id, set_name, position)
    )`.execute(db)
  await sql`CREATE INDEX performances_song ON performances (song_id)`.execute(db)

  // At most one request a second to a data site, over all workers: moving next_at takes the permit.
  await sql`
    CREATE TABLE source_permits (
      source text PRIMARY KEY,
      next_at timestamptz NOT NULL
    )`.execute(db)
}
