import type { Database, DatabaseTransaction } from '../../client.ts'

/** Runs several reads in one snapshot, so that data and its version match. `read` must not write. */
export function inSnapshot<R>(db: Database, read: (trx: DatabaseTransaction) => Promise<R>): Promise<R> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
