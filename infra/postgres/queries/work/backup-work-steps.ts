import type { BackupFailure, RestoreFindings } from '@called-it/shared/contract/backup-work'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction, Postgres } from '../../client.ts'
import { listMailedAdmins } from '../accounts/users.ts'
import type { Client } from './backup.ts'
import type { BackupWork } from './backup-work.ts'
import { insertJobs } from './outbox.ts'

/** What a worker holds while it works on backups: one at a time over all of them. */
const LOCK = 'backup work'

/**
 * Does work unless another connection of any worker does it. The lock ends with the connection, so a killed worker lets go.
 *
 * @returns whether it was done
 */
export async function whileAlone(pool: Postgres['pool'], work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  let isHeld = true
  try {
    const { rows } = await client.query<{ isAlone: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext($1)) AS "isAlone"`,
      [LOCK],
    )
    isHeld = rows[0]?.isAlone ?? false
    if (!isHeld) return false
    await work()
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [LOCK])
    isHeld = false
    return true
  } finally {
    // A closed connection lets go too.
    client.release(isHeld)
  }
}

/** The oldest work that waits is the caller's; null if there is none. */
export async function startNextWork(db: Database): Promise<BackupWork | null> {
  const started = await db
    .updateTable('backup_work')
    .set({ state: 'running', rows: 0, started_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('backup_work')
        .select((inner) => inner.fn.min('id').as('id'))
        .where('state', '=', 'waiting'),
    )
    .returningAll()
    .executeTakeFirst()
  return started ?? null
}

export async function updateProgress(db: Database, id: number, rows: number): Promise<void> {
  await db
    .updateTable('backup_work')
    .set({ rows })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** For another worker, or this one when it starts again. */
export async function releaseWork(db: Database, id: number): Promise<void> {
  await db
    .updateTable('backup_work')
    .set({ state: 'waiting', rows: 0, started_at: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

export async function finishWork(db: Database, id: number, rows: number): Promise<void> {
  await db
    .updateTable('backup_work')
    .set({ state: 'done', rows, ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** The end of a restore, in its transaction. Who has ordered it stands in the audit log that was replaced. */
export async function finishRestore(
  client: Client,
  { id, file, rows, restorePoint }: { id: number; file: string; rows: number; restorePoint: string | null },
): Promise<void> {
  await client.query(
    `INSERT INTO audit_log (action, subject, details) VALUES ('backup:restored', $1, '{}')`,
    [`backup:${file}`],
  )
  await client.query(
    `UPDATE backup_work SET state = 'done', error = NULL, rows = $2, restore_point = $3, ended_at = clock_timestamp() WHERE id = $1`,
    [id, rows, restorePoint],
  )
}

export async function updateFindings(db: Database, id: number, findings: RestoreFindings): Promise<void> {
  await db
    .updateTable('backup_work')
    .set({ findings: JSON.stringify(findings) })
    .where('id', '=', id)
    .execute()
}

/**
 * Records a failure and, of a backup, mails it to the admins. One that is tried again by itself and fails for the same
 * reason is not mailed again.
 */
export async function failWork(
  trx: DatabaseTransaction,
  id: number,
  error: BackupFailure,
): Promise<BackupWork | null> {
  const failed = await trx
    .updateTable('backup_work')
    .set({ state: 'failed', error, ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (!failed) return null
  if (failed.kind === 'write' && !(await failedSoBefore(trx, failed))) await insertFailureMails(trx, id)
  return failed
}

async function failedSoBefore(trx: DatabaseTransaction, failed: BackupWork): Promise<boolean> {
  if (!failed.is_scheduled) return false
  const before = await trx
    .selectFrom('backup_work')
    .select('error')
    .where('is_scheduled', '=', true)
    .where('id', '<', failed.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.error === failed.error
}

async function insertFailureMails(trx: DatabaseTransaction, workId: number): Promise<void> {
  const admins = await listMailedAdmins(trx)
  await insertJobs(
    trx,
    'mail-backup-failed',
    admins.map((userId) => ({ userId, workId })),
  )
}

/** Work whose worker is gone. Called with the lock held: nothing runs. */
export async function listInterruptedWork(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('backup_work').select('id').where('state', '=', 'running').execute()
  return rows.map(({ id }) => id)
}
