import type { BackupFailure } from '@called-it/shared/contract/backup-work'
import pg from 'pg'
import { isOutOfRoom, isPostgresAway } from '../outage.ts'
import { TablesInUseError } from '../queries/work/backup.ts'
import { BackupFileError } from './file.ts'
import { RestoreRefusedError } from './restore-backup.ts'

/** What an operator can do about it. */
export function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupFileError) return 'damaged'
  if (error instanceof TablesInUseError) return 'busy'
  if (error instanceof RestoreRefusedError) return error.reason === 'not_empty' ? 'unknown' : error.reason
  if (isPostgresAway(error)) return 'database'
  if (isOutOfRoom(error)) return 'disk_full'
  if (error instanceof pg.DatabaseError) return 'database'
  // An error of reading or writing a file.
  return error instanceof Error && 'syscall' in error ? 'folder' : 'unknown'
}
