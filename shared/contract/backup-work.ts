import { z } from 'zod'
import type { PlainId } from '../languages/translate.ts'

/** Why work on a backup failed, by what an operator can do about it. */
export const BACKUP_FAILURES = {
  disk_full: 'backup.disk-full',
  /** It cannot be written, or is not there. */
  folder: 'backup.folder',
  database: 'backup.database',
  /** The program ended in the middle of it, or was killed. */
  interrupted: 'backup.interrupted',
  damaged: 'backup.damaged',
  /** Made at another schema. */
  other_release: 'backup.other-release',
  /** Other work did not let go of the tables. */
  busy: 'backup.busy',
  unknown: 'backup.unknown',
} as const satisfies Record<string, PlainId>
export type BackupFailure = keyof typeof BACKUP_FAILURES

const isFailure = (code: string): code is BackupFailure => code in BACKUP_FAILURES
export const backupFailure = z.enum(Object.keys(BACKUP_FAILURES).filter(isFailure))

/** What an admin has to know after a restore. */
export const restoreFindings = z.object({
  /** The boards are not as a fresh count has them. */
  boards_differ: z.boolean(),
  /** Names of webhooks with new secrets, since the key of the old ones is missing: their receivers need them. */
  webhooks: z.array(z.string()),
  /** How many have to subscribe to pushes again, for the same reason. */
  devices: z.int().nonnegative(),
})
export type RestoreFindings = z.output<typeof restoreFindings>
