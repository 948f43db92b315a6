import { useRef } from 'react'

type FocusHandlers = {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Returns the focus to the element that had it before the dialog opened. Radix does so for its own triggers only, and
 * these dialogs are opened by state. `focusFirst` replaces the focus on the first control.
 */
export function useReturnFocus(focusFirst?: () => void): FocusHandlers {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event) => {
      opener.current = document.activeElement
      if (!focusFirst) return
      event.preventDefault()
      focusFirst()
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
