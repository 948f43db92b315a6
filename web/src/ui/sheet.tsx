import { ChevronDown } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import overlay from './overlay.module.css'
import styles from './sheet.module.css'

/** How far the handle is pulled down until the sheet lets go. */
const PULL_TO_CLOSE_PX = 70

type SheetProps = {
  title: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** False leaves the page above the sheet in reach, so that both are used together. */
  modal?: boolean
  children: ReactNode
}

/** A panel that comes up under the thumb; pulled down by its handle, or closed by Escape and its button. */
export function Sheet({ title, open, onOpenChange, modal = false, children }: SheetProps) {
  const pull = usePull(() => onOpenChange(false))
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <RadixDialog.Portal>
        {modal && <RadixDialog.Overlay className={overlay.curtain} />}
        <RadixDialog.Content
          className={styles.sheet}
          aria-describedby={undefined}
          onInteractOutside={(event) => {
            if (!modal) event.preventDefault()
          }}
        >
          <header className={styles.header} {...pull}>
            <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton label="close" look="bare">
                <ChevronDown aria-hidden />
              </IconButton>
            </RadixDialog.Close>
          </header>
          <div className={styles.body}>{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** Lets go of the sheet when a pointer that went down on its head has come far enough. */
function usePull(letGo: () => void) {
  const start = useRef<number | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.clientY
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === null || event.clientY - start.current < PULL_TO_CLOSE_PX) return
      start.current = null
      letGo()
    },
    onPointerUp: () => {
      start.current = null
    },
  }
}
