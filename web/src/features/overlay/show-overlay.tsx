import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { embeddedConfig, useSite } from '../../lib/api/site.ts'
import { t } from '../../lib/words/texts.ts'
import { OverlayPicks } from './overlay-picks.tsx'
import styles from './show-overlay.module.css'

/** Covers the site while the band is playing: a modal in the top layer, above any open dialog, that users cannot close. */
export function ShowOverlay({ open }: { open: boolean }) {
  const headline = useSite().data?.texts.overlayHeadline ?? t('overlay.headline')
  const dialog = useModal(open)
  const titleId = useId()

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles.overlay}
      // While it slid in, a page that was served with it would be seen.
      data-instant={embeddedConfig()?.siteOverlayEnabled || undefined}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      // Browsers close a dialog at the second Escape, even if both are prevented.
      onClose={({ currentTarget }) => open && showModal(currentTarget)}
    >
      <div className={styles.stage}>
        <Shoes />
        <h1 id={titleId} tabIndex={-1} className={styles.headline}>
          {headline}
        </h1>
        {open && <OverlayPicks />}
      </div>
    </dialog>,
    document.body,
  )
}

function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  // Before the first paint, which would show the page.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    showModal(dialog)
    const { style } = document.documentElement
    const overflow = style.overflow
    style.overflow = 'hidden'
    return () => {
      style.overflow = overflow
      dialog.close()
    }
  }, [open])
  return ref
}

function showModal(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.showModal()
  dialog.querySelector('h1')?.focus()
}

function Shoes() {
  return (
    <svg viewBox="0 0 220 92" className={styles.shoes} aria-hidden="true">
      <ellipse cx="110" cy="82" rx="104" ry="9" className={styles.pool} />
      <g className={styles.shoe}>
        <Shoe />
      </g>
      <g className={styles.shoe} transform="translate(212 2) scale(-1 1) rotate(-9 60 60)">
        <Shoe />
      </g>
    </svg>
  )
}

function Shoe() {
  return (
    <>
      <path d="M16 28c8 8 20 8 28 0l26 21c8 6 24 4 26 15v8H14z" />
      <path d="M14 72h82v8H14zM50 43l9-9M59 50l9-9M68 56l8-9" />
    </>
  )
}
