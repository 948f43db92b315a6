import type { BackupFolder } from '@called-it/infra/backups/backup-folder'
import { verifyBackup } from '@called-it/infra/postgres/backup/read-backup'
import { restoreBackup } from '@called-it/infra/postgres/backup/restore-backup'
import { type WriteOptions, writeBackup } from '@called-it/infra/postgres/backup/write-backup'
import type { Postgres } from '@called-it/infra/postgres/client'
import { untilPostgresReturns } from '@called-it/infra/postgres/outage'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import type { BackupWork } from '@called-it/infra/postgres/queries/work/backup-work'
import {
  finishRestore,
  finishWork,
  updateFindings,
  updateProgress,
} from '@called-it/infra/postgres/queries/work/backup-work-steps'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { replaceUnreadableSecrets } from '@called-it/infra/secrets/stored-secrets'

const REPORT_EVERY_MS = 1_000

export type WorkParts = Pick<Postgres, 'db' | 'pool'> & { folder: BackupFolder; settingsKeys: SettingsKeys }

/** Does what was ordered, and records its progress and that it is done. Throws where it fails, or was aborted. */
export async function performWork(parts: WorkParts, work: BackupWork, signal: AbortSignal): Promise<void> {
  const options = { onProgress: reportProgress(parts, work), signal }
  const { db, pool, folder } = parts
  if (work.kind === 'restore') return restore(parts, work, options)
  const file = folder.pathOf(work.file)
  if (work.kind === 'write') await folder.make()
  const { rows } = await (work.kind === 'write'
    ? writeBackup(pool, file, options)
    : verifyBackup(file, options))
  await untilPostgresReturns(() => finishWork(db, work.id, rows))
}

/** It is done with its commit: what a worker still finds out afterwards is for the admins. */
async function restore(
  { db, pool, folder, settingsKeys }: WorkParts,
  { id, file }: BackupWork,
  options: WriteOptions,
): Promise<void> {
  const restorePoint = await folder.newName('restore_point')
  await restoreBackup(pool, folder.pathOf(file), {
    ...options,
    restorePoint: folder.pathOf(restorePoint),
    beforeCommit: (client, { rows, restorePoint: made }) =>
      finishRestore(client, { id, file, rows, restorePoint: made === null ? null : restorePoint }),
  })
  const { webhooks, devices } = await replaceUnreadableSecrets(db, settingsKeys)
  // At once: the restore ends this program, and counting the boards takes longer on a large site.
  await updateFindings(db, id, { boards_differ: false, webhooks, devices })
  const differences = await verifyStandings(db)
  if (differences.length > 0) await updateFindings(db, id, { boards_differ: true, webhooks, devices })
}

function reportProgress({ db }: WorkParts, { id }: BackupWork): NonNullable<WriteOptions['onProgress']> {
  let reportedAt = performance.now()
  return ({ rows }) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    // The work itself shows whether Postgres responds.
    void updateProgress(db, id, rows).catch(() => undefined)
  }
}
