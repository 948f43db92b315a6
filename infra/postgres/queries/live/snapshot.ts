import type { Database, DatabaseTransaction } from '../../client.ts'

/**
 * Reads several things as they stood at one instant, so that a version and what it stands for belong
 * together. `read` must not write.
 */
export function inSnapshot<R>(db: Database, read: (trx: DatabaseTransaction) => Promise<R>): Promise<R> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
