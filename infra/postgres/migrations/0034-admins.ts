import { type Kysely, sql } from 'kysely'

/** Who suspends or deletes a user asks first for the other admins, which read all users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX users_admins ON users (id) WHERE is_admin`.execute(db)
}
