import { AlertDialog } from 'radix-ui'
import type { AlertDialogProps } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import overlay from './overlay.module.css'
import { useReturnFocus } from './return-focus.ts'

export function AlertWindow({
  title,
  description,
  cancelLabel = 'Cancel',
  confirmLabel,
  busyText,
  busy = false,
  tone = 'danger',
  onConfirm,
  open,
  onOpenChange,
}: AlertDialogProps) {
  const focus = useReturnFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlay.curtain} />
        <AlertDialog.Content {...focus} className={styles.dialog}>
          <div className={styles.header}>
            <div>
              <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
              <AlertDialog.Description className={styles.description}>{description}</AlertDialog.Description>
            </div>
          </div>
          <div className={styles.footer}>
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} busy={busy} busyText={busyText} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
