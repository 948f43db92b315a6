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

/** Without @axe-core/playwright, which opens another page each time for frames; these pages have none. */
async function findings(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axeSource};0`)
  const { violations }: axe.AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ failureSummary }) => !isScrolledUnder(failureSummary))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** A row that is half below a bar has its whole target once it is scrolled up. */
const isScrolledUnder = (summary = '') => summary.includes('because it is partially obscured')

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
