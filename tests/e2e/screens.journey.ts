import type { Page } from '@playwright/test'
import { audit, untilStill } from './audit.ts'
import { expect, test } from './console-watch.ts'
import { movedOn, shiftOf, watchShifts } from './layout-shifts.ts'
import { expectOutline } from './outline.ts'
import { logInByRequest } from './people.ts'
import { coveredPrimaries, primariesInView } from './primary-buttons.ts'
import { leave, type Screen } from './screen.ts'
import { ACCOUNTS, screens } from './screens.ts'
import { HEIGHTS, screenshot, screenshots, type Theme, type Width } from './screenshots.ts'

type Look = { width: Width; theme: Theme }

const THOROUGH: readonly Look[] = ([375, 768, 1440] as const).flatMap((width) =>
  (['dark', 'light'] as const).map((theme) => ({ width, theme })),
)
/** A page that has a wide layout is then resized to it: shifts while that loads are found by the thorough looks. */
const QUICK: readonly Look[] = [{ width: 375, theme: 'dark' }]
const WIDE = { width: 1440, height: HEIGHTS[1440] } as const
/** For screenshots and before a release. */
const isThorough = Boolean(screenshots || process.env.TEST_ALL)
const LOOKS = isThorough ? THOROUGH : QUICK

const isIncluded = ({ act, hasWideLayout, isMadeUp }: Screen) =>
  isThorough || (!isMadeUp && (!act || hasWideLayout))

/** How much wider the page is than its viewport. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectOnePrimary(page: Page, { name }: Screen): Promise<void> {
  const primaries = await primariesInView(page)
  expect.soft(primaries.length, `primary buttons of ${name}: ${primaries}`).toBeLessThan(2)
  expect.soft(await coveredPrimaries(page), `covered primary buttons of ${name}`).toEqual([])
}

/** Cumulative layout shift; up to 0.1 is good by Google's scale. */
const MAX_SHIFT = 0.02

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

const TABLET = 768
/** The server renders a page for the kind of device that asks. */
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

// A trace of all screens would take longer than the screens.
test.use({ trace: 'off' })

for (const { width, theme } of LOOKS) {
  for (const as of ['visitor', 'fan', 'admin'] as const) {
    test(`shows a ${theme} ${as} screen without defects at ${width} px`, async ({
      browser,
      watchConsole,
    }) => {
      test.setTimeout(600_000)
      const context = await browser.newContext({
        viewport: { width, height: HEIGHTS[width] },
        ...(width < TABLET && { userAgent: PHONE_AGENT }),
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      watchConsole(page)
      await page.addInitScript(watchShifts)
      await page.addInitScript(fetchAfterPaint)
      if (as !== 'visitor') await logInByRequest(page, ACCOUNTS[as])
      const included = screens.filter((screen) => screen.as === as && isIncluded(screen))
      for (const screen of included) {
        await test.step(screen.name, async () => {
          await page.goto(screen.path)
          await screen.settle(page)
          await untilStill(page)
          expect
            .soft(await shiftOf(page), `${screen.name} moves while it loads: ${await movedOn(page)}`)
            .toBeLessThanOrEqual(MAX_SHIFT)
          if (screen.act) {
            await screen.act(page)
            await untilStill(page)
          }
          expect.soft(await audit(page, theme), screen.name).toEqual([])
          expect.soft(await overflowOf(page), `${screen.name} is too wide`).toBe(0)
          await expectOnePrimary(page, screen)
          if (screen.outline && width === 375) await expectOutline(page, screen.name, screen.outline, true)
          if (screen.wideOutline && width === WIDE.width) {
            await expectOutline(page, screen.name, screen.wideOutline, false)
          }
          // A dialog is in the middle of the viewport.
          await screenshot(page, `${screen.name}-${width}-${theme}`, { fullPage: screen.act === undefined })
          if (!isThorough && screen.hasWideLayout) {
            await page.setViewportSize(WIDE)
            await untilStill(page)
            expect.soft(await overflowOf(page), `${screen.name} is too wide at ${WIDE.width} px`).toBe(0)
            await expectOnePrimary(page, screen)
            await page.setViewportSize({ width, height: HEIGHTS[width] })
          }
          await leave(page)
        })
      }
      await context.close()
    })
  }
}
