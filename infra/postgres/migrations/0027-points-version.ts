import { type Kysely, sql } from 'kysely'

/** Removes what earlier releases stored that was not true. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Reasons of earlier releases were not always true. Those of open shows are made again.
  await sql`
    UPDATE show_chances SET page = jsonb_set(page, '{songs}', (
      SELECT coalesce(jsonb_agg(song || '{"reasons": []}' ORDER BY place), '[]')
      FROM jsonb_array_elements(page->'songs') WITH ORDINALITY AS songs (song, place)))`.execute(db)
}
