import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertBackupWork } from './backup-work.ts'

/** By the database's clock. Called with the lock held: nothing runs. */
export async function insertDueBackup(
  trx: DatabaseTransaction,
  { everyHours, file }: { everyHours: number; file: (at: Date) => string },
): Promise<void> {
  const { dueAt, now, isOpen } = await readSchedule(trx, everyHours)
  if (isOpen || dueAt === null || dueAt > now) return
  await insertBackupWork(trx, { kind: 'write', file: file(now), isScheduled: true })
}

/** When the next backup is due by itself; null if there is no schedule. */
export async function findNextBackup(db: Database, everyHours: number): Promise<Date | null> {
  return (await readSchedule(db, everyHours)).dueAt
}

/** After a failure until a scheduled backup is tried again: 1, 4, 16, then 60. */
const RETRY_MINUTES = sql`least(power(4, least(failures - 1, 3)), 60)`

/** The first is due so long after the database was made. */
async function readSchedule(db: Database, everyHours: number) {
  const { rows } = await sql<{ now: Date; dueAt: Date | null; isOpen: boolean }>`
    SELECT clock_timestamp() AS now,
      CASE WHEN ${everyHours} > 0
        THEN greatest(begun_at + make_interval(hours => ${everyHours}),
          failed_at + make_interval(mins => ${RETRY_MINUTES}::integer)) END AS "dueAt",
      is_open AS "isOpen"
    FROM (
      SELECT coalesce(max(created_at) FILTER (WHERE state = 'done'),
          (SELECT min(timestamp)::timestamptz FROM kysely_migration)) AS begun_at,
        max(ended_at) FILTER (WHERE state = 'failed' AND id > last_done) AS failed_at,
        count(*) FILTER (WHERE state = 'failed' AND id > last_done) AS failures,
        coalesce(bool_or(state IN ('waiting', 'running')), false) AS is_open
      FROM backup_work,
        (SELECT coalesce(max(id), 0) AS last_done FROM backup_work WHERE is_scheduled AND state = 'done') AS done
      WHERE is_scheduled
    ) AS scheduled`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database returned no schedule')
  return row
}
