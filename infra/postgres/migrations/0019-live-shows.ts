import { type Kysely, sql } from 'kysely'

/**
 * Shows whose setlist is entered while the band plays. All rows go with their show. Of a user there is a switch in the
 * user's row; taps name who made them, as setlist revisions do, and stay without a name when the profile goes; a board's
 * user ids are resolved to names when it is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // May enter the setlist of a show that runs. Given by admins.
  await sql`ALTER TABLE users ADD COLUMN is_live_operator boolean NOT NULL DEFAULT false`.execute(db)

  await sql`
    ALTER TABLE shows
      -- What covers the site during the show: the closed overlay, or one that fills in the own card.
      ADD COLUMN overlay text NOT NULL DEFAULT 'closed' CHECK (overlay IN ('closed', 'live'))`.execute(db)

  await sql`
    ALTER TABLE setlist_revisions
      -- The set that is being played, which cannot be told from the songs; null once the show is over.
      ADD COLUMN open_set text CHECK (open_set IN ('set1', 'set2', 'encore', 'further'))`.execute(db)
  await sql`
    ALTER TABLE performances
      -- When it was tapped; null where a setlist was entered as a whole.
      ADD COLUMN played_at timestamptz`.execute(db)

  // A repeated tap gets the response of the first. Of a conflict the row waits until an operator settles it.
  await sql`
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
    )`.execute(db)
  await sql`CREATE INDEX live_taps_show ON live_taps (show_id, revision)`.execute(db)
  await sql`
    CREATE INDEX live_taps_conflicts ON live_taps (show_id)
    WHERE outcome = 'conflict' AND settled_at IS NULL`.execute(db)

  // The worker that computes a show's live board and reads its setlist from the source. Stale after a few seconds.
  await sql`
    CREATE TABLE live_claims (
      show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
      worker text NOT NULL,
      heartbeat_at timestamptz NOT NULL
    )`.execute(db)

  await sql`
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
      -- All user ids in the order of the board, four bytes each; only of the newest revision.
      board bytea,
      -- The tour's board as it stands; null for a show without a tour.
      tour jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (show_id, revision)
    )`.execute(db)
  // Ids look random: compression would cost more than it saves.
  await sql`ALTER TABLE live_boards ALTER COLUMN board SET STORAGE EXTERNAL`.execute(db)

  // What the source lists of a show that runs.
  await sql`
    CREATE TABLE source_readings (
      show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
      setlist jsonb,
      read_at timestamptz NOT NULL,
      -- Why the last request failed.
      error text,
      -- Requests that failed in a row.
      failures integer NOT NULL DEFAULT 0,
      next_at timestamptz NOT NULL
    )`.execute(db)
}
