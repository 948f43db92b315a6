import clsx from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefCallback, useCallback, useEffect, useRef } from 'react'
import { t } from '../../lib/words/texts.ts'
import { IconButton } from '../icon-button.tsx'
import backdrop from './backdrop.module.css'
import { closeByEscape } from './close-by-escape.ts'
import styles from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

export type DialogProps = {
  title: ReactNode
  description?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Focuses a control at opening; by default it is the first one. */
  focusFirst?: () => void
  /** Buttons, always visible at the bottom. */
  footer?: ReactNode
  size?: 'm' | 'l'
  children: ReactNode
}

/** As long as the second click of a double click may take. */
const DOUBLE_CLICK_MS = 500

export function Dialog({
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
  const body = useKeyboardScrolling()
  const openedAt = useRef(0)
  useEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  // A double click on what opens the dialog would close it again.
  const keepOpen = (event: Event) => {
    if (performance.now() - openedAt.current < DOUBLE_CLICK_MS) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={backdrop.backdrop} />
        <Radix.Content
          {...focus}
          onKeyDown={closeByEscape(onOpenChange)}
          onPointerDownOutside={keepOpen}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(styles.dialog, size === 'l' && styles.large)}
        >
          <div className={styles.header}>
            <div>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {description && (
                <Radix.Description className={styles.description}>{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={t('ui.close')} look="bare" className={styles.close}>
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          <div ref={body} className={clsx(styles.body, 'scroll-area')}>
            {children}
          </div>
          {footer && <div className={clsx(styles.footer, 'buttons')}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Makes an element focusable while its content overflows, so that the arrow keys can scroll it. */
function useKeyboardScrolling(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (!element) return
    const update = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(update)
    const changes = new MutationObserver(update)
    sizes.observe(element)
    changes.observe(element, { childList: true, subtree: true })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [])
}
