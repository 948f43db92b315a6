import { type Kysely, sql } from 'kysely'

/** By which table of points a score set was computed. The one of all releases before is 1. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE score_sets ADD COLUMN points_version integer NOT NULL DEFAULT 1`.execute(db)

  // Reasons of earlier releases were not always true. Those of open shows are made again.
  await sql`
    UPDATE show_chances SET page = jsonb_set(page, '{songs}', (
      SELECT coalesce(jsonb_agg(song || '{"reasons": []}' ORDER BY place), '[]')
      FROM jsonb_array_elements(page->'songs') WITH ORDINALITY AS songs (song, place)))`.execute(db)
}
