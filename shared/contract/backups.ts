import { z } from 'zod'
import { backupFailure, restoreFindings } from './backup-work.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'

const backupFile = z.object({
  name: z.string(),
  /** How it came into the folder; `other`: somebody put it there. */
  kind: z.enum(['schedule', 'hand', 'restore_point', 'upload', 'other']),
  /** In bytes. */
  size: z.int().nonnegative(),
  /** The instant whose data it has; of a file that is no backup, its last change. */
  taken_at: instant,
  /** That made it; null where the file does not say. */
  release: z.string().nullable(),
  /** Why it cannot be restored here; null where it can, as far as is known. */
  refusal: backupFailure.extract(['damaged', 'other_release']).nullable(),
  /** When it was last read to its end, and was undamaged. */
  verified_at: instant.nullable(),
})
export type BackupFile = z.output<typeof backupFile>

const backupWork = z.object({
  id,
  kind: z.enum(['write', 'verify', 'restore']),
  file: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** So far, or in the end. */
  rows: z.int().nonnegative(),
  /** Of a restore: the backup that was made before. */
  restore_point: z.string().nullable(),
  error: backupFailure.nullable(),
  findings: restoreFindings.nullable(),
  is_scheduled: z.boolean(),
  created_at: instant,
  ended_at: instant.nullable(),
})
export type BackupWork = z.output<typeof backupWork>

const backups = z.object({
  /** Newest first. */
  files: z.array(backupFile),
  /** Newest first. */
  work: z.array(backupWork),
  /** Null where none are made by themselves. */
  next_at: instant.nullable(),
  /** How many of those are kept. */
  keep: z.int().positive(),
  /** On the disk with the folder, in bytes; null while there is no folder. */
  free: z.int().nonnegative().nullable(),
  /** Of an upload, in bytes. */
  max_upload: z.int().positive(),
})
export type Backups = z.output<typeof backups>

const params = z.object({ name: z.string() })

export const backupEndpoints = {
  listBackups: defineEndpoint({
    method: 'GET',
    path: '/api/admin/backups',
    access: 'admin',
    summary: 'The backups in the folder, what is done with them, and the schedule',
    response: backups,
  }),
  makeBackup: defineEndpoint({
    method: 'POST',
    path: '/api/admin/backups',
    access: 'admin',
    summary: 'Orders a backup. 409 `backup_busy` while one is made',
    response: backups,
  }),
  uploadBackup: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/backups/upload',
    access: 'admin',
    summary: 'Puts a backup into the folder',
    streamed: true,
    response: backups,
  }),
  verifyBackup: defineEndpoint({
    method: 'POST',
    path: '/api/admin/backups/:name/verify',
    access: 'admin',
    summary: 'Orders that a backup is read to its end. 409 `backup_busy`',
    params,
    response: backups,
  }),
  downloadBackup: defineEndpoint({
    method: 'GET',
    path: '/api/admin/backups/:name/file',
    access: 'admin',
    needsFreshLogin: true,
    refusesHead: true,
    summary: 'A backup',
    params,
    response: z.never(),
    download: 'application/octet-stream',
  }),
  deleteBackup: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/backups/:name',
    access: 'admin',
    summary: 'Deletes a backup. 409 `backup_busy`',
    params,
    response: backups,
  }),
  restoreBackup: defineEndpoint({
    method: 'POST',
    path: '/api/admin/backups/:name/restore',
    access: 'admin',
    needsFreshLogin: true,
    summary:
      'Orders that a backup replaces everything, after a restore point is made. 409 `backup_busy`, `backup_unfit`',
    params,
    /** The name again, as the admin has typed it. */
    body: z.strictObject({ confirmation: z.string() }),
    response: backups,
  }),
  listSetupBackups: defineEndpoint({
    method: 'GET',
    path: '/api/setup/backups',
    access: 'setup',
    summary: 'The backups that an empty installation may begin with',
    response: backups,
  }),
  uploadSetupBackup: defineEndpoint({
    method: 'PUT',
    path: '/api/setup/backups/upload',
    access: 'setup',
    summary: 'Puts a backup into the folder',
    streamed: true,
    response: backups,
  }),
  verifySetupBackup: defineEndpoint({
    method: 'POST',
    path: '/api/setup/backups/:name/verify',
    access: 'setup',
    summary: 'Orders that a backup is read to its end. 409 `backup_busy`',
    params,
    response: backups,
  }),
  restoreSetupBackup: defineEndpoint({
    method: 'POST',
    path: '/api/setup/backups/:name/restore',
    access: 'setup',
    summary: 'Orders that a backup fills the installation. 409 `backup_busy`, `backup_unfit`',
    params,
    response: backups,
  }),
} as const
