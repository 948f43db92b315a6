import { useRef } from 'react'

type FocusHandlers = { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void }

/**
 * Gives the focus back to what had it before a window opened. Radix does so for its own triggers only, and
 * our windows are opened by state.
 */
export function useReturnFocus(): FocusHandlers {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
