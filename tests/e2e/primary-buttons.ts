import type { Page } from '@playwright/test'

/** The most filled primary buttons that are in view at once, those of the page not while a dialog is open. */
export const primariesInView = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
    const primaries = Array.from((dialog ?? document).querySelectorAll('[data-primary]:not([inert] *)'))
    const isInView = (element: Element) => {
      const { top, bottom, width } = element.getBoundingClientRect()
      return width > 0 && top < innerHeight && bottom > 0
    }
    const namesInView = () => primaries.filter(isInView).map((each) => each.textContent ?? '')
    let most = namesInView()
    if (primaries.length < 2) return most
    for (const primary of primaries) {
      for (const block of ['start', 'end'] as const) {
        primary.scrollIntoView({ block, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const names = namesInView()
        if (names.length > most.length) most = names
      }
    }
    scrollTo({ top: 0, behavior: 'instant' })
    return most
  })

/** The filled primary buttons that a bar or a strip covers: those that stick at once, others in the middle of the screen. */
export const coveredPrimaries = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const above = document.querySelector('[role="dialog"], [role="alertdialog"], :popover-open')
    const sticksBelow = (element: Element | null): boolean => {
      if (element === null) return false
      const { position, bottom } = getComputedStyle(element)
      return (/fixed|sticky/.test(position) && bottom !== 'auto') || sticksBelow(element.parentElement)
    }
    const covered: string[] = []
    for (const primary of (above ?? document).querySelectorAll('[data-primary]:not([inert] *)')) {
      if (!sticksBelow(primary)) primary.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const { left, width, top, bottom } = primary.getBoundingClientRect()
      const ends = [top + 4, bottom - 4].map((y) => document.elementFromPoint(left + width / 2, y))
      if (width > 0 && !ends.every((end) => primary.contains(end))) covered.push(primary.textContent ?? '')
      scrollTo({ top: 0, behavior: 'instant' })
    }
    return covered
  })
