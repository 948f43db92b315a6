import { type BackupFile, backupEndpoints } from '@called-it/shared/contract/backups'
import { useState } from 'react'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { useDownload } from '../../../lib/api/use-download.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { RestoreButton } from './restore-button.tsx'
import { useDeleteBackup, useVerifyBackup } from './use-backups.ts'

type BackupActionsProps = { file: BackupFile; isBusy: boolean }

export function BackupActions({ file, isBusy }: BackupActionsProps) {
  const { name, refusal } = file
  const verifying = useVerifyBackup(name)
  const download = useDownload(backupEndpoints.downloadBackup, {
    fileName: name,
    onError: (error) => toastAdminFailure(t('backup.no-load'), error),
  })
  return (
    <div className="buttons">
      <Button
        variant="quiet"
        aria-label={t('backup.verify-name', { name })}
        busy={isBusy || verifying.isPending}
        onClick={() => verifying.mutate()}
      >
        {t('backup.verify')}
      </Button>
      <Button
        variant="quiet"
        aria-label={t('backup.load-name', { name })}
        busy={download.isPending}
        onClick={() => download.mutate({ name })}
      >
        {t('backup.download')}
      </Button>
      {refusal === null && (
        <RestoreButton
          file={file}
          label={t('backup.restore')}
          name={t('backup.restore-name', { name })}
          isBusy={isBusy}
        />
      )}
      <DeleteBackup name={name} isBusy={isBusy} />
    </div>
  )
}

function DeleteBackup({ name, isBusy }: { name: string; isBusy: boolean }) {
  const [asks, setAsks] = useState(false)
  const deleting = useDeleteBackup(name)
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('backup.delete-name', { name })}
        busy={isBusy}
        onClick={() => setAsks(true)}
      >
        {t('backup.delete')}
      </Button>
      <AlertDialog
        title={t('backup.delete-ask', { name })}
        description={t('backup.delete-hint')}
        confirmLabel={t('backup.delete')}
        busyText={t('backup.deleting')}
        busy={deleting.isPending}
        onConfirm={() => deleting.mutate(undefined, { onSettled: () => setAsks(false) })}
        open={asks}
        onOpenChange={setAsks}
      />
    </>
  )
}
