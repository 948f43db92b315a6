import type { BackupFile } from '@called-it/shared/contract/backups'
import { useState } from 'react'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useRestoreBackup } from './use-backups.ts'

type RestoreButtonProps = { file: BackupFile; label: string; name?: string; isBusy: boolean }

/** @param name of the button, for who does not see what it stands beside */
export function RestoreButton({ file, label, name, isBusy }: RestoreButtonProps) {
  const [asks, setAsks] = useState(false)
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const restoring = useRestoreBackup(file.name)

  function open(isOpen: boolean) {
    setAsks(isOpen)
    setTyped('')
    setIsWrong(false)
  }
  function confirm() {
    setIsWrong(typed !== file.name)
    if (typed === file.name) restoring.mutate(typed, { onSettled: () => open(false) })
  }

  return (
    <>
      <Button variant="quiet" aria-label={name} busy={isBusy} onClick={() => open(true)}>
        {label}
      </Button>
      <AlertDialog
        title={t('backup.restore-ask', { name: file.name })}
        description={t('backup.restore-hint', { at: formatInstant(file.taken_at) })}
        confirmLabel={t('backup.restore')}
        busyText={t('backup.restoring')}
        busy={restoring.isPending}
        onConfirm={confirm}
        open={asks}
        onOpenChange={open}
      >
        <TextField
          label={t('backup.type-name')}
          error={isWrong ? t('backup.other-name') : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </AlertDialog>
    </>
  )
}
