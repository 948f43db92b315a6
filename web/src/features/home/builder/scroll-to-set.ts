import type { SetName } from '@called-it/shared/game/setlist'
import { REDUCED_MOTION } from '../../../lib/hooks/use-media-query.ts'

/** Lets the slot fill first. */
const SCROLL_DELAY_MS = 50

export function setElementId(set: SetName): string {
  return `builder-${set}`
}

/** Scrolls the set into view, or only the slot at `position` if the set does not fit, as above the song sheet. */
export function scrollToSet(set: SetName, position = 1): void {
  const page = document
  setTimeout(() => {
    // In a test the page may be gone by then.
    const list = page.getElementById(setElementId(set))
    if (!list) return
    const behavior = matchMedia(REDUCED_MOTION).matches ? 'auto' : 'smooth'
    const target = fitsView(list) ? list : list.querySelectorAll('li')[position - 1]
    target?.scrollIntoView({ block: 'nearest', behavior })
  }, SCROLL_DELAY_MS)
}

function fitsView(element: HTMLElement): boolean {
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom)
  return element.offsetHeight <= innerHeight - (covered || 0)
}
