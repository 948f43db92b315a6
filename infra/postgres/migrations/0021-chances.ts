import { type Kysely, sql } from 'kysely'

/**
 * What the band may play, and the two players that are no users: the machine and the crowd. Rows go with their show, but
 * expected points, which the statement that deletes a show deletes, and with the profile those of its fan.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // How chances are made, chosen by a test on past shows. One row.
  await sql`
    CREATE TABLE chance_choices (
      id integer PRIMARY KEY CHECK (id = 1),
      method text NOT NULL CHECK (method IN ('model', 'rule', 'plays')),
      -- How many past shows there were: the choice is made again when there are more.
      shows integer NOT NULL,
      measured jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)

  await sql`
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
    )`.execute(db)
  await sql`
    CREATE TABLE song_chances (
      show_id integer NOT NULL REFERENCES show_chances ON DELETE CASCADE,
      song_id integer NOT NULL REFERENCES songs ON DELETE CASCADE,
      chance real NOT NULL,
      -- The points that a pick of the song brings on average, in each of the 19 slots.
      expected real[] NOT NULL,
      PRIMARY KEY (show_id, song_id)
    )`.execute(db)

  await sql`
    CREATE TABLE system_players (
      id integer PRIMARY KEY,
      name text NOT NULL UNIQUE
    )`.execute(db)
  await sql`INSERT INTO system_players (id, name) VALUES (1, 'the machine'), (2, 'the crowd')`.execute(db)
  await sql`
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
    )`.execute(db)

  // No references, as in scores: the checks would take longer than the rows.
  await sql`
    CREATE TABLE expected_points (
      show_id integer NOT NULL,
      user_id integer NOT NULL,
      points real NOT NULL,
      PRIMARY KEY (show_id, user_id)
    )`.execute(db)
  await sql`CREATE INDEX expected_points_user ON expected_points (user_id)`.execute(db)
  // Sums over the scored shows of a player: computed again when scores change.
  await sql`
    CREATE TABLE above_expectation (
      user_id integer PRIMARY KEY,
      shows integer NOT NULL,
      above real NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX above_expectation_order ON above_expectation (above DESC, user_id)`.execute(db)
}
