import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { IconButton } from '../icon-button.tsx'
import styles from './sheet.module.css'
import { useReturnFocus } from './use-return-focus.ts'

const PULL_TO_CLOSE_PX = 70

export type SheetProps = {
  title: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** Not modal: the page above stays usable. */
export function Sheet({ title, open, onOpenChange, children }: SheetProps) {
  const focus = useReturnFocus()
  const pull = usePull(() => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className={styles.sheet}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={styles.header} {...pull}>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="close" look="bare">
                <ChevronDown aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          <div className={clsx(styles.body, 'scroll-area')}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function usePull(close: () => void) {
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
      close()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
