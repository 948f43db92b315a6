import { type BackupFolder, newBackupName, openBackupFolder } from '@called-it/infra/backups/backup-folder'
import type { Logger } from '@called-it/infra/observability/log'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import { failureOf } from '@called-it/infra/postgres/backup/failures'
import { listenTo } from '@called-it/infra/postgres/listen'
import { untilPostgresReturns } from '@called-it/infra/postgres/outage'
import { insertDueBackup } from '@called-it/infra/postgres/queries/work/backup-schedule'
import {
  BACKUP_WORK_CHANNEL,
  type BackupWork,
  listOpenBackupWork,
} from '@called-it/infra/postgres/queries/work/backup-work'
import {
  failWork,
  listInterruptedWork,
  releaseWork,
  startNextWork,
  whileAlone,
} from '@called-it/infra/postgres/queries/work/backup-work-steps'
import { startLoop } from '@called-it/infra/queues/loop'
import type { BackupFailure } from '@called-it/shared/contract/backup-work'
import { performWork, type WorkParts } from './perform-work.ts'

/** For work whose worker was killed, what is due, and lost notifications. */
const CHECK_EVERY_MS = 15_000

export type BackupParts = Omit<WorkParts, 'folder'> & {
  dataDir: string
  settings: {
    readonly backups: {
      /** 0: none by themselves. */
      readonly everyHours: number
      /** How many of those. */
      readonly keep: number
    }
  }
  log: Logger
}

/** Makes, verifies and restores backups, as they are ordered and by schedule: one at a time over all workers. */
export function startBackupWork(parts: BackupParts): { stop(): Promise<void> } {
  const { pool, log } = parts
  const stopping = new AbortController()
  const onError = logRepeatedError(log, 'backups cannot be worked on')
  const loop = startLoop({
    everyMs: CHECK_EVERY_MS,
    work: () => doBackupWork(parts, stopping.signal),
    onError,
  })
  const listening = listenTo(pool, BACKUP_WORK_CHANNEL, loop.wake, onError)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([loop.stop(), listening.stop()])
    },
  }
}

/** All that waits, unless another worker is at it. */
export async function doBackupWork(given: BackupParts, signal: AbortSignal): Promise<void> {
  const parts = { ...given, folder: openBackupFolder(given.dataDir) }
  const { db, pool, settings, folder } = parts
  await whileAlone(pool, async () => {
    for (const id of await listInterruptedWork(db)) await fail(parts, id, 'interrupted')
    await db.transaction().execute((trx) =>
      insertDueBackup(trx, {
        everyHours: settings.backups.everyHours,
        file: (at) => newBackupName('schedule', at),
      }),
    )
    while (!signal.aborted) {
      const work = await startNextWork(db)
      if (!work) return
      const isDone = await doWork(parts, work, signal)
      if (isDone && work.kind === 'write') await deleteSurplus(parts, folder)
    }
  })
}

async function doWork(
  parts: BackupParts & WorkParts,
  work: BackupWork,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, kind, file } = work
  const about = { backupWorkId: id, kind, file }
  try {
    await performWork(parts, work, signal)
    parts.log.info(about, 'backup work done')
    return true
  } catch (error) {
    if (signal.aborted) {
      await releaseWork(parts.db, id)
    } else {
      parts.log.error({ ...about, err: error }, 'backup work failed')
      await fail(parts, id, failureOf(error))
    }
    return false
  }
}

async function fail({ db }: BackupParts, id: number, failure: BackupFailure): Promise<void> {
  await untilPostgresReturns(() => db.transaction().execute((trx) => failWork(trx, id, failure)))
}

/** Of those that were made by schedule. */
async function deleteSurplus({ db, settings, log }: BackupParts, folder: BackupFolder): Promise<void> {
  const inUse = new Set((await listOpenBackupWork(db)).map(({ file }) => file))
  const scheduled = (await folder.list()).filter(({ kind }) => kind === 'schedule')
  for (const { name } of scheduled.slice(settings.backups.keep)) {
    if (inUse.has(name)) continue
    await folder.delete(name)
    log.info({ file: name }, 'an old backup is deleted')
  }
}
