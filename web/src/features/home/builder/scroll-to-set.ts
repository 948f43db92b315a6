import type { SetName } from '@called-it/shared/game/setlist'

/** Lets the slot fill before the page moves. */
const SCROLL_AFTER_MS = 50

/** The id of a set's list in the page. */
export function setElementId(set: SetName): string {
  return `builder-${set}`
}

/** Brings a set of the builder into sight, as far as it is not. */
export function scrollToSet(set: SetName): void {
  setTimeout(() => {
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    document.getElementById(setElementId(set))?.scrollIntoView({ block: 'nearest', behavior })
  }, SCROLL_AFTER_MS)
}
