import clsx from 'clsx'
import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../button.tsx'
import backdrop from './backdrop.module.css'
import { closeByEscape } from './close-by-escape.ts'
import styles from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

export type AlertDialogProps = {
  title: ReactNode
  description: ReactNode
  cancelLabel?: string
  confirmLabel: string
  busyText?: string
  busy?: boolean
  tone?: 'danger' | 'main'
  /** Does not close the dialog: set `open` when the work is done. */
  onConfirm: () => void
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Fields, between the description and the buttons. */
  children?: ReactNode
}

export function AlertDialog({
  title,
  description,
  cancelLabel = t('ui.cancel'),
  confirmLabel,
  busyText,
  busy = false,
  tone = 'danger',
  onConfirm,
  open,
  onOpenChange,
  children,
}: AlertDialogProps) {
  const focus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={backdrop.backdrop} />
        <Radix.Content {...focus} onKeyDown={closeByEscape(onOpenChange)} className={styles.dialog}>
          <div className={styles.header}>
            <div>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            </div>
          </div>
          {children && <div className={styles.body}>{children}</div>}
          <div className={clsx(styles.footer, 'buttons')}>
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button
              variant={tone}
              busy={busy}
              busyText={busyText}
              // The second click of a double click on what has opened the dialog is no confirmation.
              onClick={({ detail }) => detail > 1 || onConfirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
