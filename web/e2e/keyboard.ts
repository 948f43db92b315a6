import { expect, type Locator, type Page } from '@playwright/test'

/** Further than any stop of a page is from any other. */
const MOST_PRESSES = 80

/** What is wrong with where the focus is; null where it is shown on something in sight. */
function focusProblem(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'the focus is lost'
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  if (!focused.matches(':focus-visible') || outlineStyle === 'none' || outlineWidth === '0px')
    return `the focus is not shown on ${focused.outerHTML}`
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  return isInSight ? null : `out of sight: ${focused.outerHTML}`
}

/** Expects that one sees where one is. */
export async function expectFocusInSight(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(focusProblem)).toBeNull()
}

/**
 * Tabs to a control, forwards or back, whichever way it lies in the page.
 *
 * @throws when it cannot be reached so
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const lies = await target.evaluate((element) => {
    const position = document.activeElement?.compareDocumentPosition(element) ?? 0
    return { ahead: (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 }
  })
  const key = lies.ahead ? 'Tab' : 'Shift+Tab'
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    await expectFocusInSight(page)
  }
  throw new Error(`${target} is not reached by ${key}`)
}
