import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import overlay from './overlay.module.css'

type AlertDialogProps = {
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  cancelLabel?: string
  confirmLabel: string
  /** What the button that confirms reads while `busy`. */
  busyText?: string
  busy?: boolean
  /** Destroying is red; anything else is the main colour. */
  tone?: 'danger' | 'main'
  /** Confirming does not close the dialog: close it by `open` when the work is done. */
  onConfirm: () => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A question that must be answered; cancelling has the focus. */
export function AlertDialog({
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
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={overlay.curtain} />
        <RadixAlertDialog.Content className={styles.dialog}>
          <header className={styles.header}>
            <div>
              <RadixAlertDialog.Title className={styles.title}>{title}</RadixAlertDialog.Title>
              <RadixAlertDialog.Description className={styles.description}>
                {description}
              </RadixAlertDialog.Description>
            </div>
          </header>
          <footer className={styles.footer}>
            <RadixAlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </RadixAlertDialog.Cancel>
            <Button variant={tone} busy={busy} busyText={busyText} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  )
}
