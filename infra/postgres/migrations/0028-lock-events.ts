import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The root left with the lock before. Now it is an event of its own, which programs that had it go on to get.
  await sql`
    UPDATE webhooks SET kinds = kinds || 'picks-proved'::text
    WHERE format = 'json' AND 'picks-locked' = ANY(kinds) AND 'picks-proved' <> ALL(kinds)`.execute(db)
  // `name`: two songs whose names differ by `&`, an article or punctuation only.
  await sql`
    ALTER TABLE song_renames DROP CONSTRAINT song_renames_reason_check,
      ADD CONSTRAINT song_renames_reason_check CHECK (reason IN ('position', 'spelling', 'slug', 'name'))`.execute(
    db,
  )
}
