import clsx from 'clsx'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import overlay from './overlay.module.css'
import { useReturnFocus } from './return-focus.ts'
import { useScrollByKeyboard } from './scroll-by-keyboard.ts'

export function DialogWindow({
  title,
  description,
  open,
  onOpenChange,
  focusFirst,
  footer,
  size = 'm',
  children,
}: DialogProps) {
  const focus = useReturnFocus(focusFirst)
  const body = useScrollByKeyboard()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay.curtain} />
        <Dialog.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(styles.dialog, size === 'l' && styles.large)}
        >
          <div className={styles.header}>
            <div>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              {description && (
                <Dialog.Description className={styles.description}>{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label="close" look="bare" className={styles.close}>
                <X aria-hidden />
              </IconButton>
            </Dialog.Close>
          </div>
          <div ref={body} className={styles.body}>
            {children}
          </div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
