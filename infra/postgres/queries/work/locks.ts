import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'

/**
 * Lets the transactions that move standings come one after the other: two shows that share their players
 * would lock the same rows in different orders. Take it before any lock on a show; it ends with the
 * transaction.
 */
export async function lockStandings(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('standings'))`.execute(trx)
}

/** True for one transaction at a time; whoever gets false leaves the ordering of the sweep to the other. */
export async function tryLockSweep(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('sweep order')) AS locked`.execute(trx)
  return rows[0]?.locked ?? false
}

/** Lets those who want to order the scheduled import come one after the other; ends with the transaction. */
export async function lockScheduledImport(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('import order'))`.execute(trx)
}
