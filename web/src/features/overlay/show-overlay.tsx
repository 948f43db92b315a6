import { type RefObject, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSite } from '../../lib/site.ts'
import { OverlayPicks } from './overlay-picks.tsx'
import styles from './show-overlay.module.css'

/**
 * The curtain before the whole site while the band is playing. It stands in the browser's top layer, above any
 * window that was open, and keeps the focus until it is lifted; the focus then returns to where it was.
 */
export function ShowOverlay({ isDown }: { isDown: boolean }) {
  const headline =
    useSite().data?.texts.overlayHeadline ?? 'the band is playing right now. where are your shoes?'
  const curtain = useCurtain(isDown)
  const titleId = useId()

  return createPortal(
    <dialog
      ref={curtain}
      aria-labelledby={titleId}
      className={styles.curtain}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      // Browsers let a second Escape close a dialog whatever the page says.
      onClose={({ currentTarget }) => isDown && fall(currentTarget)}
    >
      <div className={styles.stage}>
        <Shoes />
        <h1 id={titleId} tabIndex={-1} className={styles.headline}>
          {headline}
        </h1>
        <p className={styles.words}>
          the site is disabled during the show. Check back later to score your setlist picks!
        </p>
        {isDown && <OverlayPicks />}
      </div>
    </dialog>,
    document.body,
  )
}

/** Lets the curtain fall and hold the page for as long as it is down. */
function useCurtain(isDown: boolean): RefObject<HTMLDialogElement | null> {
  const curtain = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = curtain.current
    if (!isDown || !dialog) return
    fall(dialog)
    const { style } = document.documentElement
    const overflow = style.overflow
    style.overflow = 'hidden'
    return () => {
      style.overflow = overflow
      dialog.close()
    }
  }, [isDown])
  return curtain
}

function fall(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.showModal()
  dialog.querySelector('h1')?.focus()
}

/** A pair of shoes that somebody has danced out of. */
function Shoes() {
  return (
    <svg viewBox="0 0 220 92" className={styles.shoes} aria-hidden="true">
      <ellipse cx="110" cy="82" rx="104" ry="9" className={styles.pool} />
      <g className={styles.shoe}>
        <path d="M16 28c8 8 20 8 28 0l26 21c8 6 24 4 26 15v8H14z" />
        <path d="M14 72h82v8H14zM50 43l9-9M59 50l9-9M68 56l8-9" />
      </g>
      <g className={styles.shoe} transform="translate(212 2) scale(-1 1) rotate(-9 60 60)">
        <path d="M16 28c8 8 20 8 28 0l26 21c8 6 24 4 26 15v8H14z" />
        <path d="M14 72h82v8H14zM50 43l9-9M59 50l9-9M68 56l8-9" />
      </g>
    </svg>
  )
}
