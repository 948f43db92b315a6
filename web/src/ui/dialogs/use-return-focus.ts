import { useRef } from 'react'
import { focusSection, sectionsAround } from '../focus-section.ts'

type FocusHandlers = {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** Radix returns the focus for its own triggers only, and these dialogs are opened by state. What they do may take their opener away. */
export function useReturnFocus(focusFirst?: () => void): FocusHandlers {
  const opener = useRef<Element | null>(null)
  const sections = useRef<readonly HTMLElement[]>([])
  return {
    onOpenAutoFocus: (event) => {
      opener.current = document.activeElement
      sections.current = sectionsAround(opener.current)
      if (!focusFirst) return
      event.preventDefault()
      focusFirst()
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const isGone = opener.current?.isConnected === false
      if (isGone) focusSection(sections.current.find(({ isConnected }) => isConnected) ?? null)
      else if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
