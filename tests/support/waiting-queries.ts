import type { Postgres } from '@called-it/infra/postgres/client'

/** The queries of this database that wait for a lock. */
export async function countWaitingQueries(pool: Postgres['pool']): Promise<number> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Ends their connections, as the death of their programs does. */
export async function killWaitingQueries(pool: Postgres['pool']): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
}
