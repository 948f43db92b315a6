import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Findings of all rules in this theme, and of contrasts in the other. */
export async function audit(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  const found = await findings(page, { runOnly: RULES })
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
  await untilStill(page)
  const inOtherTheme = await contrastsOf(page)
  await page.emulateMedia({ colorScheme: theme })
  await untilStill(page)
  return [...found, ...inOtherTheme.map((finding) => `other theme: ${finding}`)]
}

/** Of this look alone. */
export const contrastsOf = (page: Page): Promise<string[]> =>
  findings(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })

async function findings(page: Page, options: axe.RunOptions): Promise<string[]> {
  const found: string[] = []
  for (const { id, nodes } of await violationsOf(page, options)) {
    for (const { target, failureSummary } of nodes) {
      const selector = target.join(' ')
      if (id === TARGET_SIZE && !(await isSmallInView(page, selector))) continue
      found.push(`${id}: ${selector}: ${failureSummary}`)
    }
  }
  return found
}

const TARGET_SIZE = 'target-size'

/** Without @axe-core/playwright, which opens another page each time for frames; these pages have none. */
async function violationsOf(page: Page, options: axe.RunOptions, selector = ':root'): Promise<axe.Result[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axeSource};0`)
  const run = [selector, { ...options, resultTypes: ['violations'] }].map((each) => JSON.stringify(each))
  const { violations }: axe.AxeResults = await page.evaluate(`axe.run(${run.join()})`)
  return violations
}

/** axe takes a target for covered by a bar that scrolling would clear, or that lies below the target's popover. */
async function isSmallInView(page: Page, selector: string): Promise<boolean> {
  const { x, y } = await page.evaluate(() => ({ x: scrollX, y: scrollY }))
  const isFree = await page.locator(selector).evaluate((target) => {
    target.scrollIntoView({ block: 'nearest' })
    // 24 px around its centre.
    const { left, top, width, height } = target.getBoundingClientRect()
    const isHit = (x: number, y: number) => target.contains(document.elementFromPoint(x, y))
    const corners = [-11.5, 11.5].flatMap((across) => [-11.5, 11.5].map((down) => [across, down]))
    return corners.every(([across = 0, down = 0]) =>
      isHit(left + width / 2 + across, top + height / 2 + down),
    )
  })
  const rule: axe.RunOptions = { runOnly: { type: 'rule', values: [TARGET_SIZE] } }
  const isSmall = !isFree && (await violationsOf(page, rule, selector)).length > 0
  await page.evaluate((before) => scrollTo(before.x, before.y), { x, y })
  return isSmall
}

/** Waits for fonts and for the end of all animations. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
