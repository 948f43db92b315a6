import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'

/** Held until the end of the transaction. Releases that run beside this one know them by the same names. */
type LockName =
  // Two shows with common players would lock the same rows in different orders. Take it before any lock on a show.
  | 'standings'
  // The schedule that the locks of shows follow from.
  | 'show schedule'
  // Later ids are committed later, so gateways find new notifications by id.
  | 'notifications'
  // Each that inserts a build sees those that are open.
  | 'builds'
  // The older of two results could be stored last.
  | 'badges'
  | 'sums above expectation'
  // For work that any worker may enqueue.
  | 'automatic scoring'
  // An order sees those that are open. Not 'backup work', which a worker has for hours.
  | 'backup work order'
  | 'import order'
  | 'pick commitments'
  | 'sweep order'
  | 'weekly tables'

/** Waits for the transaction that has it. */
export async function holdLock(trx: DatabaseTransaction, name: LockName): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}

/** False if another transaction has it. */
export async function tryHoldLock(trx: DatabaseTransaction, name: LockName): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext(${name})) AS locked`.execute(trx)
  return rows[0]?.locked ?? false
}

/** False while a transaction computes badges. None begins while this one runs, which deletes a profile. */
export async function tryShareBadges(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(hashtext('badges')) AS shared`.execute(trx)
  return rows[0]?.shared ?? false
}
