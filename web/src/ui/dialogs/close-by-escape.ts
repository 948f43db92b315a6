import type { KeyboardEvent } from 'react'

/** Radix gives Escape to the layer that opened last, which may be a toast. */
export function closeByEscape(onOpenChange: (open: boolean) => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onOpenChange(false)
  }
}
