import type { Page } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { becomeNewFan, openBrowser } from './people.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const hintOf = (page: Page) => page.getByRole('complementary', { name: 'install' })

/** Headless Chromium offers no installation. */
const offerInstallation = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('load', () => {
      const prompt = async () => document.body.setAttribute('data-prompted', '')
      dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
    })
  })

/** Half an hour or more after the last one. */
async function visit(page: Page, number: number): Promise<void> {
  const HOUR_MS = 3_600_000
  await page.clock.setSystemTime(Date.now() + number * HOUR_MS)
  await page.goto('/leaderboard')
  // The hint, which counts the visits, is loaded after the page.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('called-it:visits')))
    .toContain(`"count":${number}`)
}

test('offers the installation at the second visit, and never again once dismissed', async ({
  browser,
  watchConsole,
}) => {
  const page = await openBrowser(browser, watchConsole, { viewport: { width: 375, height: 812 } })
  await offerInstallation(page)
  await becomeNewFan(page, 'Ina Install')
  await visit(page, 1)
  await expect(hintOf(page)).toBeHidden()
  await visit(page, 2)
  await hintOf(page).getByRole('button', { name: 'not now' }).click()
  await expect(hintOf(page)).toBeHidden()
  await visit(page, 3)
  await expect(hintOf(page)).toBeHidden()
})

test('asks the browser to install', async ({ page, watchConsole }) => {
  watchConsole(page)
  await offerInstallation(page)
  await becomeNewFan(page, 'Ivo Install')
  await visit(page, 1)
  await visit(page, 2)
  await hintOf(page).getByRole('button', { name: 'install' }).click()
  await expect(page.locator('body[data-prompted]')).toBeAttached()
  await expect(hintOf(page)).toBeHidden()
})

test('says on iOS how to add the page to the home screen', async ({ browser, watchConsole }) => {
  const page = await openBrowser(browser, watchConsole, {
    ...{ userAgent: IPHONE, viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  })
  await becomeNewFan(page, 'Ira iPhone')
  await visit(page, 1)
  await expect(hintOf(page)).toBeHidden()
  await visit(page, 2)
  const sentence = hintOf(page).getByText('then Add to Home Screen')
  await expect(sentence).toHaveText('tap share, then Add to Home Screen: pushes need it')
  // The icon is within the first line.
  const [words, icon] = [await sentence.boundingBox(), await sentence.locator('svg').boundingBox()]
  expect((icon?.y ?? 0) + (icon?.height ?? 0)).toBeLessThan((words?.y ?? 0) + 22)
  await hintOf(page).getByRole('button', { name: 'not now' }).tap()
  await visit(page, 3)
  await expect(hintOf(page)).toBeHidden()
})
