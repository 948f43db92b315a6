import { createReadStream } from 'node:fs'
import { type BackupFile, isBackupName } from '@called-it/infra/backups/backup-folder'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { type AuditEntry, insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { insertBackupWork, listOpenBackupWork } from '@called-it/infra/postgres/queries/work/backup-work'
import { said } from '@called-it/shared/languages/said'
import { actorOf, originOf } from '../../../auth/actor.ts'
import { ApiError } from '../../../http/errors.ts'
import { Download, type Handlers } from '../../../http/handler.ts'
import { type BackupParts, backupFolder, listBackups } from './list-backups.ts'
import { receiveBackup } from './receive-backup.ts'

type Who = Pick<AuditEntry, 'actorId' | 'address' | 'requestId'>
type Named = { readonly params: { readonly name: string } }

/** Workers make, read and restore the files. */
export function backupRoutes(
  parts: BackupParts,
): Pick<
  Handlers,
  | 'listBackups'
  | 'makeBackup'
  | 'uploadBackup'
  | 'verifyBackup'
  | 'downloadBackup'
  | 'deleteBackup'
  | 'restoreBackup'
  | 'listSetupBackups'
  | 'uploadSetupBackup'
  | 'verifySetupBackup'
  | 'restoreSetupBackup'
> {
  const { config, postgres } = parts
  const { db } = postgres
  const folder = backupFolder(parts)

  /** @throws ApiError `backup_not_found` */
  async function getFile({ params: { name } }: Named): Promise<BackupFile> {
    const file = isBackupName(name) ? await folder.find(name) : null
    if (!file) throw new ApiError('backup_not_found')
    return file
  }

  async function upload(who: Who, stream: Parameters<typeof receiveBackup>[1]) {
    const name = await receiveBackup(folder, stream, config.backups.maxUploadBytes)
    await insertAuditEntry(db, { ...who, action: 'backup:uploaded', subject: subjectOf(name) })
    return listBackups(parts)
  }

  async function verify(request: Named) {
    const { name } = await getFile(request)
    await db.transaction().execute(async (trx) => {
      await refuseIfBusy(trx, (work) => work.file === name)
      await insertBackupWork(trx, { kind: 'verify', file: name })
    })
    return listBackups(parts)
  }

  async function restore(who: Who, request: Named) {
    const { name, isRestorable } = await getFile(request)
    if (!isRestorable) throw new ApiError('backup_unfit')
    await db.transaction().execute(async (trx) => {
      await refuseIfBusy(trx, () => true)
      await insertAuditEntry(trx, { ...who, action: 'backup:restored', subject: subjectOf(name) })
      await insertBackupWork(trx, { kind: 'restore', file: name })
    })
    return listBackups(parts)
  }

  return {
    listBackups: () => listBackups(parts),
    listSetupBackups: () => listBackups(parts),

    async makeBackup(request) {
      await db.transaction().execute(async (trx) => {
        await refuseIfBusy(trx, ({ kind }) => kind === 'write')
        const name = await folder.newName('hand')
        await insertAuditEntry(trx, { ...actorOf(request), action: 'backup:made', subject: subjectOf(name) })
        await insertBackupWork(trx, { kind: 'write', file: name })
      })
      return listBackups(parts)
    },

    uploadBackup: (request) => upload(actorOf(request), request.stream),
    uploadSetupBackup: (request) => upload(withoutUser(request), request.stream),

    verifyBackup: verify,
    verifySetupBackup: verify,

    async downloadBackup(request) {
      const { name, bytes } = await getFile(request)
      const subject = subjectOf(name)
      await insertAuditEntry(db, { ...actorOf(request), action: 'backup:downloaded', subject })
      return new Download(name, createReadStream(folder.pathOf(name)), { length: bytes })
    },

    async deleteBackup(request) {
      const { name } = await getFile(request)
      await db.transaction().execute(async (trx) => {
        await refuseIfBusy(trx, (work) => work.file === name)
        const subject = subjectOf(name)
        await insertAuditEntry(trx, { ...actorOf(request), action: 'backup:deleted', subject })
        await folder.delete(name)
      })
      return listBackups(parts)
    },

    async restoreBackup(request) {
      if (request.body.confirmation !== request.params.name) {
        const issues = [{ path: 'confirmation', message: said('backup.other-name') }]
        throw new ApiError('invalid', { issues })
      }
      return restore(actorOf(request), request)
    },
    restoreSetupBackup: (request) => restore(withoutUser(request), request),
  }
}

const subjectOf = (name: string) => `backup:${name}`

function withoutUser(request: Parameters<typeof originOf>[0]): Who {
  return { actorId: null, ...originOf(request) }
}

type OpenWork = Awaited<ReturnType<typeof listOpenBackupWork>>[number]

/** @throws ApiError `backup_busy` */
async function refuseIfBusy(
  trx: DatabaseTransaction,
  isInTheWay: (work: OpenWork) => boolean,
): Promise<void> {
  await holdLock(trx, 'backup work order')
  if ((await listOpenBackupWork(trx)).some(isInTheWay)) throw new ApiError('backup_busy')
}
