import { expect, type Locator, type Page } from '@playwright/test'

/** Further than any stop of a page is from any other. */
const MOST_PRESSES = 80

/** Where the focus is, seen from a control, and what is wrong with it: null where it is shown on something in sight. */
function lookForFocus(target: Element): { isThere: boolean; isAhead: boolean; problem: string | null } {
  const focused = document.activeElement ?? document.body
  const box = focused.getBoundingClientRect()
  const style = getComputedStyle(focused)
  const isShown =
    focused.matches(':focus-visible') && style.outlineStyle !== 'none' && style.outlineWidth !== '0px'
  const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const problem =
    focused === document.body ? 'lost' : !isShown ? 'not shown' : !isInSight ? 'out of sight' : null
  return {
    isThere: focused === target,
    isAhead: (focused.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    problem: problem && `the focus is ${problem}: ${focused.outerHTML.slice(0, 300)}`,
  }
}

/** Expects that one sees where one is. */
export async function expectFocusInSight(page: Page): Promise<void> {
  const root = page.locator(':root')
  await expect.poll(async () => (await root.evaluate(lookForFocus)).problem).toBeNull()
}

/**
 * Tabs to a control, forwards or back, whichever way it lies in the page. On the way one always sees where
 * one is.
 *
 * @throws when it cannot be reached so
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const start = await target.evaluate(lookForFocus)
  let { isThere } = start
  const key = start.isAhead ? 'Tab' : 'Shift+Tab'
  for (let presses = 0; !isThere && presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    const look = await target.evaluate(lookForFocus)
    if (look.problem) await expectFocusInSight(page)
    isThere = look.isThere
  }
  if (!isThere) throw new Error(`${target} is not reached by ${key}`)
}
