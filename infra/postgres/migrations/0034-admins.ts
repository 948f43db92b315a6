import { type Kysely, sql } from 'kysely'

/** Suspending or deleting a user first looks for other admins. Without the index that reads all users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX users_admins ON users (id) WHERE is_admin`.execute(db)
}
