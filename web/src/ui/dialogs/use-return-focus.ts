import { useRef } from 'react'
import { focusSection, sectionOf } from '../focus-section.ts'

type FocusHandlers = {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** Radix returns the focus for its own triggers only, and these dialogs are opened by state. What they do may take their opener away. */
export function useReturnFocus(focusFirst?: () => void): FocusHandlers {
  const opener = useRef<Element | null>(null)
  const section = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: (event) => {
      opener.current = document.activeElement
      section.current = sectionOf(opener.current)
      if (!focusFirst) return
      event.preventDefault()
      focusFirst()
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      if (opener.current?.isConnected === false) focusSection(section.current)
      else if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
