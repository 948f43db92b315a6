import { join, resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { logIn } from './people.ts'
import { ACCOUNTS, type Screen, screens } from './screens.ts'

const HEIGHTS = { 375: 812, 768: 1024, 1440: 900 } as const
type Width = keyof typeof HEIGHTS
type Look = { width: Width; theme: 'dark' | 'light' }

const pictures = process.env.SCREENSHOTS
/** For pictures, all of them; otherwise two that have both themes, and the narrowest and the widest layout. */
const LOOKS: readonly Look[] = pictures
  ? ([375, 768, 1440] as const).flatMap((width) => [
      { width, theme: 'dark' },
      { width, theme: 'light' },
    ])
  : [
      { width: 375, theme: 'dark' },
      { width: 1440, theme: 'light' },
    ]

/** What may shift on the way from the first paint to the settled screen; Google calls up to 0.1 good. */
const MOST_SHIFT = 0.02

/** Sums up, in the page, how far what was visible has moved without the visitor's doing. */
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

const shiftOf = (page: Page): Promise<number> => page.evaluate('window.seen.shift')

/** One finding a line: the rule, and where. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

async function show(context: BrowserContext, screen: Screen, watch: (page: Page) => void): Promise<Page> {
  const page = await context.newPage()
  watch(page)
  await page.addInitScript(watchShifts)
  await page.goto(screen.path)
  await screen.settle(page)
  await page.evaluate(() => document.fonts.ready)
  return page
}

for (const { width, theme } of LOOKS) {
  for (const as of ['visitor', 'fan', 'admin'] as const) {
    test(`what ${as === 'admin' ? 'an' : 'a'} ${as} sees at ${width} px, ${theme}`, async ({
      browser,
      watchConsole,
    }) => {
      test.setTimeout(300_000)
      const context = await browser.newContext({
        viewport: { width, height: HEIGHTS[width] },
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      if (as !== 'visitor') {
        const page = await context.newPage()
        await logIn(page, ACCOUNTS[as])
        await page.close()
      }
      for (const screen of screens.filter((candidate) => candidate.as === as)) {
        await test.step(screen.name, async () => {
          const page = await show(context, screen, watchConsole)
          expect.soft(await findings(page), screen.name).toEqual([])
          expect
            .soft(await shiftOf(page), `${screen.name} moves while it loads`)
            .toBeLessThanOrEqual(MOST_SHIFT)
          expect
            .soft(
              await page.evaluate(() => document.documentElement.scrollWidth),
              `${screen.name} is too wide`,
            )
            .toBeLessThanOrEqual(width)
          if (pictures) {
            const file = join(resolve(pictures), `${screen.name}-${width}-${theme}.png`)
            await page.screenshot({ path: file, fullPage: true })
          }
          await page.close()
        })
      }
      await context.close()
    })
  }
}
