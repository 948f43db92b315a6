import { statfs } from 'node:fs/promises'
import { type BackupFile, openBackupFolder } from '@called-it/infra/backups/backup-folder'
import { findNextBackup } from '@called-it/infra/postgres/queries/work/backup-schedule'
import { listBackupWork, listVerifications } from '@called-it/infra/postgres/queries/work/backup-work'
import type { Backups } from '@called-it/shared/contract/backups'
import type { Serializable } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'

export type BackupParts = Pick<GatewayParts, 'postgres' | 'config'>

/** Enough to show what has failed, and what was restored last. */
const SHOWN_WORK = 20

export function backupFolder({ config }: Pick<BackupParts, 'config'>) {
  return openBackupFolder(config.dataDir)
}

export async function listBackups({ postgres: { db }, config }: BackupParts): Promise<Serializable<Backups>> {
  const verifications = await listVerifications(db)
  return {
    files: (await backupFolder({ config }).list()).map((file) =>
      presentFile(file, verifications.get(file.name)),
    ),
    work: (await listBackupWork(db, SHOWN_WORK)).map(({ started_at: _, ...work }) => work),
    next_at: await findNextBackup(db, config.backups.everyHours),
    keep: config.backups.keep,
    free: await readFreeBytes(config.dataDir),
    max_upload: config.backups.maxUploadBytes,
  }
}

function presentFile(
  { name, kind, bytes, changedAt, about, isRestorable }: BackupFile,
  verification: { at: Date; isWhole: boolean } | undefined,
): Serializable<Backups['files'][number]> {
  // Another file may have got the name.
  const verified = verification && verification.at > changedAt ? verification : null
  const isDamaged = about === null || verified?.isWhole === false
  return {
    name,
    kind,
    size: bytes,
    taken_at: about?.takenAt ?? changedAt,
    release: about?.release ?? null,
    refusal: isDamaged ? 'damaged' : isRestorable ? null : 'other_release',
    verified_at: verified?.isWhole ? verified.at : null,
  }
}

async function readFreeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
