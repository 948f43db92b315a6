import { type Kysely, sql } from 'kysely'

/**
 * Songs that keep their identity when a source changes their ids, slugs or names. Nothing here holds anything of a
 * user, and no row goes with a show: songs are never deleted, because picks and setlists refer to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE songs
      -- The song that this one is. Picks, setlists and scores keep their rows; reading resolves them.
      ADD COLUMN merged_into integer REFERENCES songs CHECK (merged_into <> id),
      -- Not in the list to pick from: no song, but banter or an unknown setlist.
      ADD COLUMN hidden_at timestamptz`.execute(db)
  await sql`CREATE INDEX songs_merged_into ON songs (merged_into) WHERE merged_into IS NOT NULL`.execute(db)

  // Earlier ids and slugs by which files and sites may still name a song.
  await sql`
    CREATE TABLE song_aliases (
      source text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('id', 'slug')),
      alias text NOT NULL,
      song_id integer NOT NULL REFERENCES songs,
      PRIMARY KEY (source, kind, alias)
    )`.execute(db)
  await sql`CREATE INDEX song_aliases_song ON song_aliases (song_id)`.execute(db)

  // A known song and a newer one of this slug that seem to be one, until an admin decides. A dropped row stays, so that
  // the next import does not propose it again; an accepted one stays, so that the end of its merge takes the name back.
  await sql`
    CREATE TABLE song_renames (
      song_id integer NOT NULL REFERENCES songs,
      slug text NOT NULL,
      reason text NOT NULL CHECK (reason IN ('position', 'spelling', 'slug')),
      -- Of a position: the show in whose setlist both have the same one.
      show_id integer REFERENCES shows ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      decision text CHECK (decision IN ('accepted', 'dropped')),
      PRIMARY KEY (song_id, slug)
    )`.execute(db)
}
