import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'

/**
 * Serializes transactions that change standings: two shows with common players would lock the same rows in
 * different orders. Take it before any lock on a show.
 */
export async function holdStandings(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('standings'))`.execute(trx)
}

/** False if another transaction is inserting the sweep. */
export async function tryHoldSweep(trx: DatabaseTransaction): Promise<boolean> {
  return tryHold(trx, 'sweep order')
}

async function tryHold(trx: DatabaseTransaction, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext(${name})) AS locked`.execute(trx)
  return rows[0]?.locked ?? false
}

/** The schedule that the locks of shows follow from. */
export async function holdSchedule(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('show schedule'))`.execute(trx)
}

export async function holdScheduledImport(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('import order'))`.execute(trx)
}

export async function holdAutomaticScoring(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('automatic scoring'))`.execute(trx)
}

/** Serializes transactions that insert notifications: later ids are committed later, so gateways find new ones by id. */
export async function holdNotifications(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('notifications'))`.execute(trx)
}

/** False if another transaction enqueues commitments. */
export async function tryHoldCommitments(trx: DatabaseTransaction): Promise<boolean> {
  return tryHold(trx, 'pick commitments')
}

/** False if another transaction sums points above expectation: the older sums could be stored last. */
export async function tryHoldSums(trx: DatabaseTransaction): Promise<boolean> {
  return tryHold(trx, 'sums above expectation')
}

/** False if another transaction computes badges, of which the older could be stored last, or deletes a profile. */
export async function tryHoldBadges(trx: DatabaseTransaction): Promise<boolean> {
  return tryHold(trx, 'badges')
}

/** False while a transaction computes badges. None begins while this one runs. */
export async function tryShareBadges(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(hashtext('badges')) AS shared`.execute(trx)
  return rows[0]?.shared ?? false
}

/** False if another transaction stores the tables of weeks. */
export async function tryHoldWeeklyTables(trx: DatabaseTransaction): Promise<boolean> {
  return tryHold(trx, 'weekly tables')
}

/** Serializes transactions that insert a build, so that each sees those that are open. */
export async function holdBuilds(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('builds'))`.execute(trx)
}
