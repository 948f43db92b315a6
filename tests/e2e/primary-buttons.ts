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
