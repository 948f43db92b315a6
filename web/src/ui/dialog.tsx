import clsx from 'clsx'
import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import overlay from './overlay.module.css'

type DialogProps = {
  title: ReactNode
  /** A sentence below the title, read out with it. */
  description?: ReactNode
  /** The button that opens it, and gets the focus back. Leave out where `open` is set from elsewhere. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Buttons, always in sight at the bottom. */
  footer?: ReactNode
  size?: 'm' | 'l'
  children: ReactNode
}

/** A window above the page: focus stays in it, Escape and the curtain close it. */
export function Dialog({ title, description, trigger, footer, size = 'm', children, ...root }: DialogProps) {
  return (
    <RadixDialog.Root {...root}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlay.curtain} />
        <RadixDialog.Content
          className={clsx(styles.dialog, size === 'l' && styles.large)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.header}>
            <div>
              <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className={styles.description}>
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <IconButton label="close" look="bare" className={styles.close}>
                <X aria-hidden />
              </IconButton>
            </RadixDialog.Close>
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** Closes the dialog around it: `<DialogClose><Button>done</Button></DialogClose>` */
export function DialogClose({ children }: { children: ReactNode }) {
  return <RadixDialog.Close asChild>{children}</RadixDialog.Close>
}
