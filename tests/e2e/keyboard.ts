import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page has focusable elements. */
const MAX_PRESSES = 80

/** Runs in the page: the focus relative to a control, and its problem, null when it is visible and in the viewport. */
function readFocus(target: Element): { isReached: boolean; isAhead: boolean; problem: string | null } {
  const focused = document.activeElement ?? document.body
  const box = focused.getBoundingClientRect()
  const style = getComputedStyle(focused)
  const isShown =
    focused.matches(':focus-visible') && style.outlineStyle !== 'none' && style.outlineWidth !== '0px'
  const isInViewport = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const problem =
    focused === document.body
      ? 'lost'
      : !isShown
        ? 'not shown'
        : !isInViewport
          ? 'outside the viewport'
          : null
  return {
    isReached: focused === target,
    isAhead: (focused.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    problem: problem && `the focus is ${problem}: ${focused.outerHTML.slice(0, 300)}`,
  }
}

export async function expectVisibleFocus(page: Page): Promise<void> {
  const root = page.locator(':root')
  await expect.poll(async () => (await root.evaluate(readFocus)).problem).toBeNull()
}

/**
 * Tabs forwards or backwards to a control, and expects a visible focus on the way.
 *
 * @throws Error when the control is not reached
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const start = await target.evaluate(readFocus)
  let { isReached } = start
  const key = start.isAhead ? 'Tab' : 'Shift+Tab'
  for (let presses = 0; !isReached && presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    const focus = await target.evaluate(readFocus)
    if (focus.problem) await expectVisibleFocus(page)
    isReached = focus.isReached
  }
  if (!isReached) throw new Error(`${target} is not reached by ${key}`)
}
