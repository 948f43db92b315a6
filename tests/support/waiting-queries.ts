import type { Postgres } from '@called-it/infra/postgres/client'

/** The queries of this database that wait for a lock. */
export async function countWaitingQueries(pool: Postgres['pool']): Promise<number> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}
