import { type Backups, backupEndpoints } from '@called-it/shared/contract/backups'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setRestoring, useIsRestoring } from '../../../lib/account/restoring.ts'
import { hasCode } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { formatFileSize } from '../../../lib/words/file-size.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { AdminHead } from '../../../ui/admin-head.tsx'
import { Card } from '../../../ui/card.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { BackupActions } from './backup-actions.tsx'
import { BackupForm } from './backup-form.tsx'
import { BackupNow } from './backup-now.tsx'
import { BackupTable } from './backup-table.tsx'
import { BackupUpload } from './backup-upload.tsx'
import { LastRestore } from './last-restore.tsx'
import { Restored } from './restored.tsx'
import { isOpenWork, showBackups, useBackups } from './use-backups.ts'
import { WorkState } from './work-state.tsx'

export function BackupsPage() {
  useEffect(() => () => setRestoring(false), [])
  return (
    <Page title={t('backup.title')} hasSections>
      <AdminHead heading={t('backup.title')} current="settings" />
      <BackupSections />
    </Page>
  )
}

/** A restore ends the session, and takes the list with it. */
function BackupSections() {
  const isRestoring = useIsRestoring()
  const { data, error, isError, refetch } = useBackups()
  if (isRestoring) {
    return hasCode(error, 'not_logged_in') ? <Restored /> : <Restoring listed={data} />
  }
  if (!data)
    return (
      <NotLoaded what={t('backup.what')} query={{ isError, refetch }} blocks={[3, '180px']} failsInCard />
    )
  return <BackupCards listed={data} />
}

function Restoring({ listed }: { listed: Backups | undefined }) {
  const work = listed?.work.find(isOpenWork)
  return (
    <Card heading={t('backup.restoring')}>
      <Notice role="status">
        <p>{t('backup.away')}</p>
      </Notice>
      {work && <WorkState work={work} />}
    </Card>
  )
}

function BackupCards({ listed }: { listed: Backups }) {
  const queryClient = useQueryClient()
  const { files, work, max_upload } = listed
  const isBusyWith = (name: string) => work.some((each) => each.file === name && isOpenWork(each))
  const [lastRead, lastRestore] = (['verify', 'restore'] as const).map((kind) =>
    work.find((each) => each.kind === kind),
  )
  return (
    <>
      <Card heading={t('backup.make')}>
        <p className="soft small">{scheduleOf(listed)}</p>
        <BackupNow />
      </Card>
      <Card heading={t('backup.list')}>
        <LastRestore listed={listed} isBusy={work.some(isOpenWork)} />
        {lastRestore && <WorkState work={lastRestore} />}
        {lastRead && <WorkState work={lastRead} />}
        <BackupTable
          files={files}
          actions={(file) => <BackupActions file={file} isBusy={isBusyWith(file.name)} />}
        />
      </Card>
      <Card heading={t('backup.upload')}>
        <BackupUpload
          endpoint={backupEndpoints.uploadBackup}
          maxUpload={max_upload}
          onUploaded={(changed) => showBackups(queryClient, changed)}
        />
      </Card>
      <Card heading={t('backup.schedule')}>
        <BackupForm
          onSaved={() => void queryClient.invalidateQueries({ queryKey: queryKeys.adminBackups })}
        />
      </Card>
    </>
  )
}

function scheduleOf({ next_at, keep, free }: Backups): string {
  const next = next_at === null ? t('backup.no-next') : t('backup.next', { at: formatInstant(next_at), keep })
  return free === null ? next : `${next} ${t('backup.free', { size: formatFileSize(free) })}`
}
