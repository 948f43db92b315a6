import { useRef } from 'react'

type FocusHandlers = {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** Radix returns the focus for its own triggers only, and these dialogs are opened by state. */
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
