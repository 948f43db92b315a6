import type { TapOperation, TapOutcome } from '@called-it/shared/contract/live-editing'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

export type StoredTap = {
  opId: string
  userId: number | null
  /** Null for a deleted user. */
  userName: string | null
  base: number
  operation: TapOperation
  at: Date
  outcome: TapOutcome
  /** The newest revision afterwards; of a stored tap its own. */
  revision: number
  settledAt: Date | null
}

/** In the order in which they were received. */
export async function listTaps(db: Database, showId: number): Promise<StoredTap[]> {
  return selectTaps(db, showId).orderBy('live_taps.revision').orderBy('live_taps.created_at').execute()
}

/** Those that no operator has settled, in the order in which they were tapped. */
export async function listConflicts(db: Database, showId: number): Promise<StoredTap[]> {
  return selectConflicts(db, showId).orderBy('live_taps.tapped_at').orderBy('live_taps.op_id').execute()
}

export async function findConflict(db: Database, showId: number, opId: string): Promise<StoredTap | null> {
  const conflict = await selectConflicts(db, showId).where('live_taps.op_id', '=', opId).executeTakeFirst()
  return conflict ?? null
}

function selectConflicts(db: Database, showId: number) {
  return selectTaps(db, showId)
    .where('live_taps.outcome', '=', 'conflict')
    .where('live_taps.settled_at', 'is', null)
}

function selectTaps(db: Database, showId: number) {
  return db
    .selectFrom('live_taps')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'live_taps.user_id').on('users.deleted_at', 'is', null),
    )
    .select([
      'live_taps.op_id as opId',
      'live_taps.user_id as userId',
      'users.display_name as userName',
      'live_taps.base',
      'live_taps.op as operation',
      'live_taps.tapped_at as at',
      'live_taps.outcome',
      'live_taps.revision',
      'live_taps.settled_at as settledAt',
    ])
    .where('live_taps.show_id', '=', showId)
}

type NewTap = Pick<StoredTap, 'opId' | 'base' | 'operation' | 'at' | 'outcome' | 'revision'>

/** @returns false if the id is that of a tap on another show */
export async function insertTap(
  trx: DatabaseTransaction,
  { showId, userId, ...tap }: NewTap & { showId: number; userId: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('live_taps')
    .values({
      op_id: tap.opId,
      show_id: showId,
      user_id: userId,
      base: tap.base,
      op: JSON.stringify(tap.operation),
      tapped_at: tap.at,
      outcome: tap.outcome,
      revision: tap.revision,
      // Taps wait for each other, so the times of their transactions say nothing about their order.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function settleTap(
  trx: DatabaseTransaction,
  { opId, outcome, revision }: Pick<StoredTap, 'opId' | 'outcome' | 'revision'>,
): Promise<void> {
  await trx
    .updateTable('live_taps')
    .set({ outcome, revision, settled_at: sql<Date>`now()` })
    .where('op_id', '=', opId)
    .execute()
}
