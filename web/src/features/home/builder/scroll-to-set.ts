import type { SetName } from '@called-it/shared/game/setlist'

/** Lets the slot fill before the page moves. */
const SCROLL_AFTER_MS = 50

/** The id of a set's list in the page. */
export function setElementId(set: SetName): string {
  return `builder-${set}`
}

/**
 * Brings a set of the builder into sight, as far as it is not. Where there is no room for it, above a sheet
 * say, it is the slot at this position that is brought.
 */
export function scrollToSet(set: SetName, position = 1): void {
  setTimeout(() => {
    const list = document.getElementById(setElementId(set))
    if (!list) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    const target = hasRoomFor(list) ? list : list.querySelectorAll('li')[position - 1]
    target?.scrollIntoView({ block: 'nearest', behavior })
  }, SCROLL_AFTER_MS)
}

function hasRoomFor(element: HTMLElement): boolean {
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom)
  return element.offsetHeight <= innerHeight - (covered || 0)
}
