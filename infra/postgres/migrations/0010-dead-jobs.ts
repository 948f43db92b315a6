import { type Kysely, sql } from 'kysely'

/** The jobs that were given up are looked at by every open admin page, and stand among a week of jobs that are done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL`.execute(db)
}
