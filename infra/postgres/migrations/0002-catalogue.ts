import { type Kysely, sql } from 'kysely'

/** What the data site tells: songs, tours, shows, and what was played at them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // 1 to 65,535, so that a pick fits two bytes (0 is the empty slot). Given in the statement that inserts
  // missing songs, because an identity column would burn numbers on every upsert. Never reused.
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
  // Where the data site gives ids, two songs may share a slug; where it gives none, the slug is the identity.
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
      -- A scored show's setlist is public: it stays closed after a reset, until a later locks_at opens it.
      picks_closed boolean NOT NULL DEFAULT false,
      excluded boolean NOT NULL DEFAULT false,
      exclusion_reason text,
      setlist_revision_id integer,
      score_set_id integer,
      is_scored boolean NOT NULL GENERATED ALWAYS AS (score_set_id IS NOT NULL) STORED,
      -- The number of the newest order whose scores or whose reset stand: an older one never overwrites it.
      settled_by_order bigint,
      -- The run that closed picks which were open; where it comes to nothing, they open again.
      closed_by_run integer,
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
  // A show can only point at a revision of its own.
  await sql`
    ALTER TABLE shows ADD FOREIGN KEY (id, setlist_revision_id)
    REFERENCES setlist_revisions (show_id, id)`.execute(db)

  await sql`
    CREATE TABLE performances (
      revision_id integer NOT NULL REFERENCES setlist_revisions,
      -- The place in the whole show, from 1.
      sequence smallint NOT NULL CHECK (sequence > 0),
      set_name text NOT NULL CHECK (char_length(set_name) BETWEEN 1 AND 8),
      -- The place in the set, from 1; a second encore continues the encore's.
      position smallint NOT NULL CHECK (position > 0),
      song_id integer NOT NULL REFERENCES songs,
      PRIMARY KEY (revision_id, sequence),
      UNIQUE (revision_id, set_name, position)
    )`.execute(db)
  await sql`CREATE INDEX performances_song ON performances (song_id)`.execute(db)

  // At most one request a second to a data site, over all workers: whoever moves next_at has the permit.
  await sql`
    CREATE TABLE source_permits (
      source text PRIMARY KEY,
      next_at timestamptz NOT NULL
    )`.execute(db)
}
