import { useRef } from 'react'

type FocusHandlers = {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Gives the focus back to what had it before a window opened. Radix does so for its own triggers only, and
 * our windows are opened by state. `focusFirst` takes the focus somewhere else than to the first control.
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
