import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect, test } from './console-watch.ts'
import { logIn } from './people.ts'
import { ACCOUNTS, type Screen, screens } from './screens.ts'

const HEIGHTS = { 375: 812, 768: 1024, 1440: 900 } as const
type Width = keyof typeof HEIGHTS
type Theme = 'dark' | 'light'
type Look = {
  width: Width
  theme: Theme
  /** Runs axe: all rules in this theme, contrasts in the other. */
  audits: boolean
}

const screenshots = process.env.SCREENSHOTS
const THOROUGH: readonly Look[] = ([375, 768, 1440] as const).flatMap((width) =>
  (['dark', 'light'] as const).map((theme) => ({ width, theme, audits: true })),
)
/** Axe on the narrowest layout; overflow and layout shifts on the widest too. */
const QUICK: readonly Look[] = [
  { width: 375, theme: 'dark', audits: true },
  { width: 1440, theme: 'light', audits: false },
]
/** For screenshots and before a release. */
const isThorough = Boolean(screenshots || process.env.TEST_ALL)
const LOOKS = isThorough ? THOROUGH : QUICK

function isIncluded(screen: Screen, { audits }: Look): boolean {
  if (isThorough) return true
  return audits ? !screen.act : screen.hasWideLayout === true
}

/** Cumulative layout shift; up to 0.1 is good by Google's scale. */
const MAX_SHIFT = 0.02

/** Runs in the page: sums the layout shifts that no input caused. */
function watchShifts(): void {
  const seen = { shift: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('hadRecentInput' in entry && !entry.hadRecentInput && 'value' in entry)
        seen.shift += Number(entry.value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: delays each request until the page is painted without its response, as on a slow connection. */
function fetchAfterPaint(): void {
  const fetchNow = window.fetch.bind(window)
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  window.fetch = async (...request) => {
    await document.fonts.ready
    await painted()
    return fetchNow(...request)
  }
}

const shiftOf = (page: Page): Promise<number> => page.evaluate('window.seen.shift')

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Findings of all rules in this theme, and of contrasts in the other. */
async function audit(page: Page, theme: Theme): Promise<string[]> {
  const found = await findings(page, { runOnly: RULES })
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
  await untilStill(page)
  const inOtherTheme = await findings(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: theme })
  await untilStill(page)
  return [...found, ...inOtherTheme.map((finding) => `other theme: ${finding}`)]
}

/** Without @axe-core/playwright, which opens another page each time for frames; these pages have none. */
async function findings(page: Page, options: axe.RunOptions): Promise<string[]> {
  await page.evaluate(`${axeSource};0`)
  const { violations }: axe.AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Waits for fonts and for the end of all animations. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

// A trace of all screens would take longer than the screens.
test.use({ trace: 'off' })

for (const look of LOOKS) {
  const { width, theme, audits } = look
  for (const as of ['visitor', 'fan', 'admin'] as const) {
    test(`shows a ${theme} ${as} screen without defects at ${width} px`, async ({
      browser,
      watchConsole,
    }) => {
      test.setTimeout(600_000)
      const context = await browser.newContext({
        viewport: { width, height: HEIGHTS[width] },
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      watchConsole(page)
      await page.addInitScript(watchShifts)
      await page.addInitScript(fetchAfterPaint)
      if (as !== 'visitor') await logIn(page, ACCOUNTS[as])
      const included = screens.filter((screen) => screen.as === as && isIncluded(screen, look))
      for (const screen of included) {
        await test.step(screen.name, async () => {
          await page.goto(screen.path)
          await screen.settle(page)
          await untilStill(page)
          expect
            .soft(await shiftOf(page), `${screen.name} moves while it loads`)
            .toBeLessThanOrEqual(MAX_SHIFT)
          if (screen.act) {
            await screen.act(page)
            await untilStill(page)
          }
          if (audits) expect.soft(await audit(page, theme), screen.name).toEqual([])
          expect
            .soft(
              await page.evaluate(() => document.documentElement.scrollWidth),
              `${screen.name} is too wide`,
            )
            .toBeLessThanOrEqual(width)
          if (screenshots) {
            const file = join(resolve(screenshots), `${screen.name}-${width}-${theme}.png`)
            // A dialog is in the middle of the viewport.
            await page.screenshot({ path: file, fullPage: screen.act === undefined })
          }
        })
      }
      await context.close()
    })
  }
}
