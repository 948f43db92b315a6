-- What release 0.5.0 adds to the database of 0.4.0.
ALTER TABLE songs
  ADD COLUMN merged_into integer REFERENCES songs CHECK (merged_into <> id),
  ADD COLUMN hidden_at timestamptz;
CREATE INDEX songs_merged_into ON songs (merged_into) WHERE merged_into IS NOT NULL;
CREATE TABLE song_aliases (
  source text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('id', 'slug')),
  alias text NOT NULL,
  song_id integer NOT NULL REFERENCES songs,
  PRIMARY KEY (source, kind, alias)
);
CREATE INDEX song_aliases_song ON song_aliases (song_id);
CREATE TABLE song_renames (
  song_id integer NOT NULL REFERENCES songs,
  slug text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('position', 'spelling', 'slug')),
  show_id integer REFERENCES shows ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decision text CHECK (decision IN ('accepted', 'dropped')),
  PRIMARY KEY (song_id, slug)
);
INSERT INTO kysely_migration (name, timestamp) VALUES ('0018-song-identity', '2026-11-23T06:00:00.000Z');

-- A song with an earlier slug, one that is hidden, and a name that an admin did not accept.
INSERT INTO song_aliases (source, kind, alias, song_id) SELECT source, 'slug', 'an-earlier-slug', id FROM songs WHERE id = 1;
UPDATE songs SET hidden_at = now() WHERE id = (SELECT max(id) FROM songs);
INSERT INTO song_renames (song_id, slug, reason, decision) VALUES (1, 'a-newer-slug', 'spelling', 'dropped');
