import { type Selectable, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { BackupWorkKind, BackupWorkTable } from '../../schema/installation.ts'

/** Workers listen to it for work. */
export const BACKUP_WORK_CHANNEL = 'backup-work'

export type BackupWork = Selectable<BackupWorkTable>

/** Orders work, which a worker begins once the transaction is committed and the work before is done. */
export async function insertBackupWork(
  trx: DatabaseTransaction,
  { kind, file, isScheduled = false }: { kind: BackupWorkKind; file: string; isScheduled?: boolean },
): Promise<BackupWork> {
  const work = await trx
    .insertInto('backup_work')
    .values({ kind, file, is_scheduled: isScheduled })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`SELECT pg_notify(${BACKUP_WORK_CHANNEL}, '')`.execute(trx)
  return work
}

/** The newest first. */
export async function listBackupWork(db: Database, limit = 50): Promise<BackupWork[]> {
  return db.selectFrom('backup_work').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** Work that waits or runs, oldest first. */
export async function listOpenBackupWork(db: Database): Promise<BackupWork[]> {
  return db
    .selectFrom('backup_work')
    .selectAll()
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id')
    .execute()
}

/** By file: how it was last read as a whole, by itself or for a restore that succeeded. */
export async function listVerifications(db: Database): Promise<Map<string, { at: Date; isWhole: boolean }>> {
  const rows = await db
    .selectFrom('backup_work')
    .distinctOn('file')
    .select(['file', 'state', 'ended_at as at'])
    .$narrowType<{ at: Date }>()
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'verify'), eb.or([eb('state', '=', 'done'), eb('error', '=', 'damaged')])]),
        eb.and([eb('kind', '=', 'restore'), eb('state', '=', 'done')]),
      ]),
    )
    .orderBy('file')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ file, state, at }) => [file, { at, isWhole: state === 'done' }]))
}

export async function findBackupWork(db: Database, id: number): Promise<BackupWork | null> {
  const work = await db.selectFrom('backup_work').selectAll().where('id', '=', id).executeTakeFirst()
  return work ?? null
}

/** The newest backup that failed, if none has succeeded since. */
export async function findFailedBackup(db: Database) {
  const newest = await db
    .selectFrom('backup_work')
    .select(['ended_at as at', 'error'])
    .where('kind', '=', 'write')
    .where('state', 'in', ['done', 'failed'])
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { at = null, error = null } = newest ?? {}
  return at === null || error === null ? null : { at, error }
}

/** Seconds since the newest backup that succeeded, which is null where there is none, and how the newest ended. */
export async function getBackupMetrics(db: Database): Promise<{ age: number | null; hasFailed: boolean }> {
  const { rows } = await sql<{ age: number | null; hasFailed: boolean }>`
    SELECT extract(epoch FROM clock_timestamp() - max(ended_at) FILTER (WHERE state = 'done'))::float8 AS age,
      coalesce(max(ended_at) FILTER (WHERE state = 'failed')
        > coalesce(max(ended_at) FILTER (WHERE state = 'done'), '-infinity'), false) AS "hasFailed"
    FROM backup_work WHERE kind = 'write'`.execute(db)
  return rows[0] ?? { age: null, hasFailed: false }
}
