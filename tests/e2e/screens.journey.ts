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
  /** Looks with axe's eyes, too: the whole of it in this theme, the contrasts in the other. */
  audits: boolean
}

const pictures = process.env.SCREENSHOTS
const THOROUGH: readonly Look[] = ([375, 768, 1440] as const).flatMap((width) =>
  (['dark', 'light'] as const).map((theme) => ({ width, theme, audits: true })),
)
/** The narrowest layout in full; of the widest, whether it fits and stands still. */
const QUICK: readonly Look[] = [
  { width: 375, theme: 'dark', audits: true },
  { width: 1440, theme: 'light', audits: false },
]
/** For pictures and before a release, every state in every look. */
const isThorough = Boolean(pictures || process.env.TEST_ALL)
const LOOKS = isThorough ? THOROUGH : QUICK

function isLookedAt(screen: Screen, { audits }: Look): boolean {
  if (isThorough) return true
  return audits ? !screen.act : screen.hasWideLayout === true
}

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

/** Lets a call leave only when its page has been painted without the answer: the slow line, where things move. */
function answerAfterPaint(): void {
  const ask = window.fetch.bind(window)
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  window.fetch = async (...call) => {
    await document.fonts.ready
    await painted()
    return ask(...call)
  }
}

const shiftOf = (page: Page): Promise<number> => page.evaluate('window.seen.shift')

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds in this theme, and which contrasts it misses in the other. */
async function audit(page: Page, theme: Theme): Promise<string[]> {
  const found = await findings(page, { runOnly: RULES })
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
  await quiet(page)
  const inOtherTheme = await findings(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: theme })
  await quiet(page)
  return [...found, ...inOtherTheme.map((finding) => `other theme: ${finding}`)]
}

/**
 * Each finding with its rule, its place and its reason. In the page itself: it has no frames, for which alone axe's own
 * driver opens another page each time.
 */
async function findings(page: Page, options: axe.RunOptions): Promise<string[]> {
  await page.evaluate(`${axeSource};0`)
  const { violations }: axe.AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Fonts are here, and nothing fades or slides any more. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

// Each screen is looked at in full below, and a trace of them all would take longer than they do.
test.use({ trace: 'off' })

for (const look of LOOKS) {
  const { width, theme, audits } = look
  for (const as of ['visitor', 'fan', 'admin'] as const) {
    test(`what ${as === 'admin' ? 'an' : 'a'} ${as} sees at ${width} px, ${theme}`, async ({
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
      await page.addInitScript(answerAfterPaint)
      if (as !== 'visitor') await logIn(page, ACCOUNTS[as])
      const looked = screens.filter((screen) => screen.as === as && isLookedAt(screen, look))
      for (const screen of looked) {
        await test.step(screen.name, async () => {
          await page.goto(screen.path)
          await screen.settle(page)
          await quiet(page)
          expect
            .soft(await shiftOf(page), `${screen.name} moves while it loads`)
            .toBeLessThanOrEqual(MOST_SHIFT)
          if (screen.act) {
            await screen.act(page)
            await quiet(page)
          }
          if (audits) expect.soft(await audit(page, theme), screen.name).toEqual([])
          expect
            .soft(
              await page.evaluate(() => document.documentElement.scrollWidth),
              `${screen.name} is too wide`,
            )
            .toBeLessThanOrEqual(width)
          if (pictures) {
            const file = join(resolve(pictures), `${screen.name}-${width}-${theme}.png`)
            // What has opened lies before the page, in the middle of the window.
            await page.screenshot({ path: file, fullPage: screen.act === undefined })
          }
        })
      }
      await context.close()
    })
  }
}
