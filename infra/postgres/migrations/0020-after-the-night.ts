import { type Kysely, sql } from 'kysely'

/**
 * What follows a show: what fans are told, commitments to their picks, replays. Rows go with their show or tour, but
 * commitments, which the statement that deletes a show deletes, and notifications, which are no longer shown and end
 * after 90 days. Notifications go with the profile. The commitments of a deleted profile stay: the proofs of all others
 * need them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Something that several fans are told, each by a notification.
  await sql`
    CREATE TABLE announcements (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- Null for what concerns no show.
      show_id integer REFERENCES shows ON DELETE CASCADE,
      -- As the catalogue of kinds has it.
      payload jsonb NOT NULL,
      -- Of scores: what they were computed from. The scores that fans were told last follow from it.
      revision_id integer REFERENCES setlist_revisions ON DELETE CASCADE,
      merged jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When the notifications were inserted.
      sent_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX announcements_show ON announcements (show_id, id)`.execute(db)

  // References neither user nor announcement, as scores do not: the checks would take longer than the rows.
  await sql`
    CREATE TABLE notifications (
      id bigint GENERATED ALWAYS AS IDENTITY,
      user_id integer NOT NULL,
      announcement_id integer NOT NULL,
      -- What concerns this fan alone, as the catalogue of kinds has it.
      detail jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      read_at timestamptz,
      PRIMARY KEY (user_id, id)
    )`.execute(db)

  await sql`
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
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX pick_locks_current ON pick_locks (show_id) WHERE replaced_at IS NULL`.execute(
    db,
  )
  // Each second the workers look for shows that were locked lately.
  await sql`CREATE INDEX shows_lock ON shows (locks_at)`.execute(db)
  await sql`
    CREATE TABLE pick_commitments (
      -- No reference: the check would double the time of the insert. Who deletes a show deletes them too.
      show_id integer NOT NULL,
      lock_no integer NOT NULL,
      user_id integer NOT NULL,
      leaf bytea NOT NULL,
      PRIMARY KEY (show_id, lock_no, user_id)
    )`.execute(db)

  // Computed when somebody asks first; of other scores than the show's it is out of date.
  await sql`
    CREATE TABLE replays (
      show_id integer PRIMARY KEY REFERENCES shows ON DELETE CASCADE,
      score_set_id integer NOT NULL,
      steps jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`
    CREATE TABLE tour_histories (
      tour_id integer PRIMARY KEY REFERENCES tours ON DELETE CASCADE,
      -- Of its scored shows, oldest first.
      score_sets integer[] NOT NULL,
      steps jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)

  // Scores of earlier releases count as told: nobody gets a message about them, and corrections compare with them.
  await sql`
    WITH RECURSIVE chains AS (
      SELECT id, merged_into AS song_id FROM songs WHERE merged_into IS NOT NULL
      UNION
      SELECT chains.id, songs.merged_into
      FROM chains JOIN songs ON songs.id = chains.song_id
      WHERE songs.merged_into IS NOT NULL
    ), merged AS (
      SELECT coalesce(jsonb_agg(jsonb_build_array(chains.id, chains.song_id) ORDER BY chains.id), '[]') AS songs
      FROM chains JOIN songs ON songs.id = chains.song_id
      WHERE songs.merged_into IS NULL
    )
    INSERT INTO announcements (kind, show_id, payload, revision_id, merged, created_at, sent_at)
    SELECT 'final-score', shows.id, '{}', score_sets.revision_id, merged.songs, score_sets.created_at, score_sets.created_at
    FROM shows JOIN score_sets ON score_sets.id = shows.score_set_id CROSS JOIN merged
    ORDER BY score_sets.created_at, shows.id`.execute(db)
}
