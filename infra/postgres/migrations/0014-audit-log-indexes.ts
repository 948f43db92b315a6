import { type Kysely, sql } from 'kysely'

/**
 * Finds what a user did and what was done to the account. Adds no rows: the log's stay when the user goes, without
 * addresses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX audit_log_actor ON audit_log (actor_id, id)`.execute(db)
  await sql`CREATE INDEX audit_log_subject ON audit_log (subject, id)`.execute(db)
}
