import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { t } from '../../lib/words/texts.ts'
import { IconButton } from '../icon-button.tsx'
import { closeByEscape } from './close-by-escape.ts'
import styles from './sheet.module.css'
import { useReturnFocus } from './use-return-focus.ts'

export type SheetProps = {
  title: ReactNode
  aside?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** Hides the page but for its toasts: modal dialogs would make those unreachable. */
export function Sheet({ title, aside, open, onOpenChange, children }: SheetProps) {
  const focus = useReturnFocus()
  const area = useAreaAboveKeyboard()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          onKeyDown={closeByEscape(onOpenChange)}
          aria-describedby={undefined}
          className={styles.sheet}
          style={area}
          data-covers-page
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={clsx(styles.header, 'row wraps')}>
            <Radix.Close asChild>
              <IconButton label={t('ui.close')} look="bare">
                <ChevronDown aria-hidden />
              </IconButton>
            </Radix.Close>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            {aside}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Smaller changes are those of the browser's bars. */
const MIN_KEYBOARD_PX = 120

/** Keyboards of phones cover the page, and do not resize it. Empty while there is none. */
function useAreaAboveKeyboard(): CSSProperties {
  const [area, setArea] = useState<CSSProperties>({})
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const fit = () => {
      const isCovered = view.scale === 1 && view.height < innerHeight - MIN_KEYBOARD_PX
      setArea(isCovered ? { top: view.offsetTop, height: view.height } : {})
    }
    view.addEventListener('resize', fit)
    view.addEventListener('scroll', fit)
    return () => {
      view.removeEventListener('resize', fit)
      view.removeEventListener('scroll', fit)
    }
  }, [])
  return area
}
