import type { Locator, Page } from '@playwright/test'
import { addSong, expectSet, mostPlayedSongs, pickNextShow } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { DEMO_ADMIN, DEMO_FAN, logInByRequest, openBrowser } from './people.ts'

/** Leaves the other setting unchanged. */
async function switchOverlay(admin: Page, siteOverlayEnabled: boolean): Promise<void> {
  const { config }: { config: { testModeEnabled: boolean } } = await (
    await admin.request.get('/api/admin/config')
  ).json()
  const { testModeEnabled } = config
  const data = { config: { testModeEnabled, siteOverlayEnabled } }
  await expect(await admin.request.post('/api/admin/config', { data })).toBeOK()
}

async function overlayHeadline(page: Page): Promise<string> {
  return (await (await page.request.get('/api/site')).json()).texts.overlayHeadline
}

/** Marks the document when a frame shows a page without the overlay. */
function noteUncoveredFrames(): void {
  const isUncovered = document.querySelector('main') && !document.querySelector('dialog[open]')
  if (isUncovered) document.documentElement.dataset.uncovered = 'yes'
  requestAnimationFrame(noteUncoveredFrames)
}

const isScrollLocked = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden')

async function expectUncovered(page: Page, overlay: Locator): Promise<void> {
  await expect(overlay).toBeHidden()
  expect(await isScrollLocked(page)).toBe(false)
}

test('covers every page that is not exempt with the site overlay', async ({ browser, watchConsole }) => {
  const visitor = await openBrowser(browser, watchConsole)
  const fan = await openBrowser(browser, watchConsole)
  const admin = await openBrowser(browser, watchConsole)
  const headline = await overlayHeadline(visitor)
  const overlayOf = (page: Page) => page.getByRole('dialog', { name: headline })
  const [first, second] = await mostPlayedSongs(visitor)
  await logInByRequest(fan, DEMO_FAN)
  await logInByRequest(admin, DEMO_ADMIN)

  await visitor.goto('/leaderboard')
  await expect(visitor.getByRole('row').nth(1)).toBeVisible()
  await admin.goto('/admin/scoring')
  await expect(admin.getByRole('heading', { name: 'Score Management' })).toBeVisible()
  await pickNextShow(fan)
  await addSong(fan, first, 'Set 1')
  await addSong(fan, second, 'Encore')

  try {
    await switchOverlay(admin, true)

    await test.step('covers the open pages and locks their scrolling', async () => {
      for (const page of [visitor, fan]) {
        await expect(overlayOf(page)).toBeVisible()
        await expect(overlayOf(page)).toContainText(
          'the site is disabled during the show. Check back later to score your setlist picks!',
        )
        expect(await isScrollLocked(page)).toBe(true)
      }
    })

    await test.step('lets a visitor log in', async () => {
      const overlay = overlayOf(visitor)
      await expect(overlay).toContainText('Log in to see your setlist prediction displayed here.')
      await overlay.getByRole('link', { name: 'log in' }).click()
      await expect(visitor).toHaveURL(/\/login$/)
      await expectUncovered(visitor, overlay)
    })

    await test.step('covers a page that is opened now from its first view on', async () => {
      // The served page knows it: this request never gets a response.
      await visitor.route('**/api/admin/config', () => undefined)
      await visitor.addInitScript(noteUncoveredFrames)
      await visitor.goto('/')
      await expect(overlayOf(visitor)).toBeVisible()
      expect(await visitor.evaluate(() => document.documentElement.dataset.uncovered)).toBeUndefined()
    })

    await test.step('shows the picks of one show at a time', async () => {
      const picks = overlayOf(fan).getByRole('region', { name: 'your picks' })
      await expect(picks.getByRole('listitem').first()).toBeVisible()
      const selector = picks.getByLabel('your picks for')
      const venue = (await selector.locator('option').last().textContent())?.split(' · ').at(-1) ?? ''
      await selector.selectOption({ index: (await selector.locator('option').count()) - 1 })
      await expect(picks.getByRole('heading', { name: venue })).toBeVisible()
    })

    await test.step('leaves the pages of a fan uncovered, and covers the page before', async () => {
      await overlayOf(fan).getByRole('link', { name: 'my picks' }).click()
      await expect(fan).toHaveURL(/\/my-predictions$/)
      await expectUncovered(fan, overlayOf(fan))
      await expect(fan.getByRole('tab', { name: 'my scorecard' })).toBeVisible()
      await fan.goBack()
      await expect(overlayOf(fan)).toBeVisible()
    })

    await test.step('leaves admin pages uncovered, and links to them from the others', async () => {
      await expectUncovered(admin, overlayOf(admin))
      await admin.goto('/nowhere')
      await expect(overlayOf(admin)).toBeVisible()
      await expect(overlayOf(admin).getByRole('link', { name: 'admin dashboard' })).toBeVisible()
      await admin.goBack()
      await expect(admin.getByRole('heading', { name: 'Score Management' })).toBeVisible()
      await expectUncovered(admin, overlayOf(admin))
    })
  } finally {
    await switchOverlay(admin, false)
  }

  await test.step('uncovers the pages with the draft unchanged', async () => {
    await expectUncovered(fan, overlayOf(fan))
    await expectSet(fan, 'Set 1', [first])
    await expectSet(fan, 'Encore', [second])
    await expect(fan.getByText('not saved yet')).toBeVisible()
  })

  for (const page of [visitor, fan, admin]) await page.context().close()
})
