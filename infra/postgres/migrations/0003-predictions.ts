import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Nineteen picks of two bytes: set 1, set 2, encore; 0 is an empty slot and keeps its place. Packed because
  // scoring streams a million rows, and parsing JSON costs ten times the scoring.
  await sql`
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
    )`.execute(db)
  await sql`CREATE INDEX predictions_user ON predictions (user_id)`.execute(db)

  // Each claim of a scoring run writes its own score set, and the show points at the set that counts. A worker
  // that lost its claim writes into a set that no show points at.
  await sql`
    CREATE TABLE score_sets (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      show_id integer NOT NULL REFERENCES shows,
      revision_id integer NOT NULL,
      run_id integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (show_id, id),
      FOREIGN KEY (show_id, revision_id) REFERENCES setlist_revisions (show_id, id)
    )`.execute(db)
  await sql`
    ALTER TABLE shows ADD FOREIGN KEY (id, score_set_id) REFERENCES score_sets (show_id, id)`.execute(db)

  // No foreign key, trigger or second index: a million rows are copied in, and one foreign key to predictions
  // makes that nine times slower. The sweep and `standings verify` check what foreign keys would.
  await sql`
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
    )`.execute(db)

  // board 0 counts every show; any other number is a tour's id. No foreign key to users, whose rows are never
  // deleted: it would be checked a hundred thousand times a show. No index on rank, and free space on every
  // page for the next version of each row: a show moves all rows in one transaction, and a version on another
  // page needs new index entries.
  await sql`
    CREATE TABLE standings (
      board integer NOT NULL CHECK (board >= 0),
      user_id integer NOT NULL,
      total integer NOT NULL CHECK (total >= 0),
      shows integer NOT NULL CHECK (shows > 0),
      best integer NOT NULL CHECK (best BETWEEN 0 AND total),
      PRIMARY KEY (board, user_id)
    ) WITH (fillfactor = 45)`.execute(db)

  // Players per total: a rank is 1 + the players above, a sum over a few hundred rows instead of all players.
  await sql`
    CREATE TABLE standings_histogram (
      board integer NOT NULL CHECK (board >= 0),
      total integer NOT NULL CHECK (total >= 0),
      players integer NOT NULL CHECK (players >= 0),
      PRIMARY KEY (board, total)
    ) WITH (fillfactor = 70)`.execute(db)
}
