import pg from 'pg'
import type { TestDatabase } from './test-database.ts'

export type DatabaseClock = { set(at: Date): Promise<void> }

/**
 * Stops the clock by which the product decides what is due and what is open (`statement_timestamp()`). Leases and claims
 * keep to the real one (`now()`, `clock_timestamp()`). Call it before anything connects to the database.
 */
export async function stopDatabaseClock({ url, pool }: TestDatabase, at: Date): Promise<DatabaseClock> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      CREATE SCHEMA clock;
      CREATE TABLE clock.shown (at timestamptz NOT NULL);
      CREATE FUNCTION clock.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM clock.shown';
      INSERT INTO clock.shown VALUES (now());`)
    // Postgres looks into pg_catalog first unless it is named.
    await client.query(
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = clock, public, pg_catalog`,
    )
  } finally {
    await client.end()
  }
  const set = async (shown: Date) => void (await pool.query('UPDATE clock.shown SET at = $1', [shown]))
  await set(at)
  return { set }
}
