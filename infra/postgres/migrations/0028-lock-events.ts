import { type Kysely, sql } from 'kysely'

/** The root left with the lock before; now it is an event of its own, which programs that had it go on to get. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE webhooks SET kinds = kinds || 'picks-proved'::text
    WHERE format = 'json' AND 'picks-locked' = ANY(kinds) AND 'picks-proved' <> ALL(kinds)`.execute(db)
}
