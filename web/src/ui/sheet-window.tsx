import { ChevronDown } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type PointerEvent, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import overlay from './overlay.module.css'
import { useReturnFocus } from './return-focus.ts'
import styles from './sheet.module.css'
import type { SheetProps } from './sheet.tsx'

/** How far the head is pulled down until the sheet lets go. */
const PULL_TO_CLOSE_PX = 70

export function SheetWindow({ title, open, onOpenChange, modal = false, children }: SheetProps) {
  const focus = useReturnFocus()
  const pull = usePull(() => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Dialog.Portal>
        {modal && <Dialog.Overlay className={overlay.curtain} />}
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className={styles.sheet}
          onInteractOutside={(event) => {
            if (!modal) event.preventDefault()
          }}
        >
          <div className={styles.header} {...pull}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="close" look="bare">
                <ChevronDown aria-hidden />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className={styles.body}>{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Lets go of the sheet when a pointer that went down on its head has come far enough. */
function usePull(letGo: () => void) {
  const start = useRef<number | null>(null)
  const stop = () => {
    start.current = null
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.clientY
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === null || event.clientY - start.current < PULL_TO_CLOSE_PX) return
      stop()
      letGo()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
