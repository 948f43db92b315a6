import { type Kysely, sql } from 'kysely'

/** Predictions, their scores, and the standings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The nineteen picks, two bytes each: set 1, set 2, encore; a zero is an empty slot and keeps its place.
  // Packed because scoring streams a million rows at a time, and unpacking JSON costs ten times the scoring.
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

  // One claim of a scoring run writes one score set; the show points at the set that counts. A worker that
  // was thought dead and comes back writes into a set that nobody points at.
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

  // No foreign key, no trigger, no second index: a million rows are copied in, and one key to predictions
  // alone makes that nine times as long. The sweeper and the check of the standings hold what keys would.
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

  // board: 0 is over every show, any other number is a tour's id. Users are never deleted (a profile that is
  // deleted loses its name and address), so no key to them, which would be checked a hundred thousand times
  // a show. No rank index and room on every page: the rows of a whole board move at once.
  await sql`
    CREATE TABLE standings (
      board integer NOT NULL CHECK (board >= 0),
      user_id integer NOT NULL,
      total integer NOT NULL CHECK (total >= 0),
      shows integer NOT NULL CHECK (shows > 0),
      best integer NOT NULL CHECK (best BETWEEN 0 AND total),
      PRIMARY KEY (board, user_id)
    ) WITH (fillfactor = 70)`.execute(db)

  // How many players have each total: a rank is one more than the players above it, a sum over a few
  // hundred rows instead of over every player.
  await sql`
    CREATE TABLE standings_histogram (
      board integer NOT NULL CHECK (board >= 0),
      total integer NOT NULL CHECK (total >= 0),
      players integer NOT NULL CHECK (players >= 0),
      PRIMARY KEY (board, total)
    ) WITH (fillfactor = 70)`.execute(db)
}
