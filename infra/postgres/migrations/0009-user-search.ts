import { type Kysely, sql } from 'kysely'

/** Finds users by a part of their address or name among a million. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Comes with Postgres, and is one of those that the owner of a database may create.
  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db)
  await sql`
    CREATE INDEX users_search ON users USING gin (email gin_trgm_ops, display_name gin_trgm_ops)
    WHERE deleted_at IS NULL`.execute(db)
}
