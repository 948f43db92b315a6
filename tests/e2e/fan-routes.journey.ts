import type { Page } from '@playwright/test'
import { pickNextShow, submit } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan, DEMO_FAN, logIn } from './people.ts'
import { expectToast } from './toasts.ts'

const inWords = (showdate: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${showdate}T00:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })

async function expectSongCounts(page: Page, counts: readonly [number, number, number]): Promise<void> {
  const [set1, set2, encore] = counts
  await expect(page.getByText(/^\d of [83] songs$/)).toHaveText([
    `${set1} of 8 songs`,
    `${set2} of 8 songs`,
    `${encore} of 3 songs`,
  ])
}

/** The show whose builder is open. */
async function currentShow(page: Page): Promise<{ showdate: string; venue: string }> {
  return (await page.request.get(`/api/shows/${new URL(page.url()).pathname.split('/')[2]}`)).json()
}

for (const viewport of [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
]) {
  test.describe(`fits a viewport of ${viewport.width} px`, () => {
    test.use({ viewport })

    test('leads a visitor through the public pages and the login', async ({ page, watchConsole }) => {
      watchConsole(page)
      await page.goto('/')

      await test.step('shows the invitation on home', async () => {
        const banner = page.getByRole('complementary', { name: 'play along' })
        await expect(banner.getByRole('link', { name: 'sign up' })).toHaveAttribute('href', '/register')
        await expect(banner.getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/login')
        await expect(page.getByRole('heading', { name: /^Build a Setlist/ })).toContainText('Editing')
        await expect(page.getByText('sign up or log in to pick a setlist.')).toBeVisible()
      })

      await test.step('keeps the show in place when the device is turned', async () => {
        const left = async () => (await page.getByRole('button', { name: 'pick setlist' }).boundingBox())?.x
        const before = await left()
        for (const size of [{ width: viewport.height, height: viewport.width }, viewport]) {
          await page.setViewportSize(size)
          const button = page.getByRole('button', { name: 'pick setlist' }).first()
          // Down the page, not along the shows.
          await button.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 200))
          await expect(button).toBeInViewport()
        }
        await expect.poll(left).toBe(before)
      })

      await test.step('cycles through the recent setlists', async () => {
        const { shows }: { shows: { showdate: string; venue: string }[] } = await (
          await page.request.get('/api/shows/recent/multiple')
        ).json()
        const [latest, oldest] = [shows.at(0), shows.at(-1)]
        if (!latest || !oldest) throw new Error('the demo band has played no show')
        const titleOf = ({ showdate }: { showdate: string }) =>
          `Setlist for ${inWords(showdate, { dateStyle: 'long' })}`

        await page.getByRole('button', { name: 'View Setlist' }).first().click()
        const dialog = page.getByRole('dialog')
        const place = dialog.getByRole('status').filter({ hasText: ' / ' })
        await expect(dialog.getByRole('heading', { name: titleOf(latest) })).toBeVisible()
        await expect(dialog).toContainText(latest.venue)
        await expect(place).toContainText(`1 / ${shows.length}`)
        await expect(dialog.getByRole('region', { name: 'setlist' })).toContainText('Set 1')
        await dialog.getByRole('button', { name: 'previous show' }).click()
        await expect(dialog.getByRole('heading', { name: titleOf(oldest) })).toBeVisible()
        await expect(place).toContainText(`${shows.length} / ${shows.length}`)
        await dialog.getByRole('button', { name: 'next show' }).click()
        await expect(dialog.getByRole('heading', { name: titleOf(latest) })).toBeVisible()
        await dialog.getByRole('button', { name: 'close' }).click()
        await expect(dialog).toBeHidden()
      })

      await test.step('shows a played show with its setlist and the picks of everybody', async () => {
        const played = page.getByRole('region', { name: 'recent shows' })
        await played.getByRole('heading', { level: 3 }).getByRole('link').first().click()
        await page.waitForURL(/\/shows\/\d+$/)
        await expect(page.getByRole('region', { name: /^songs / })).toContainText('set 1')
        await page.getByRole('heading', { name: 'most picked songs' }).click()
        await expect(page.getByRole('region', { name: 'what was picked' })).toContainText('of the cards')
        await page.getByRole('heading', { name: "everybody's picks" }).click()
        await expect(
          page.getByRole('list', { name: "everybody's picks" }).getByRole('listitem').first(),
        ).toBeVisible()
      })

      await test.step('matches paths in any case and with a slash at the end', async () => {
        await page.goto('/LeaderBoard/')
        await expect(page.getByRole('tab', { name: 'global leaders' })).toBeVisible()
        await expect(page.getByRole('row').nth(1)).toBeVisible()
      })

      await test.step('returns to the requested page after the login', async () => {
        await page.goto('/my-predictions?tab=picks')
        await page.waitForURL((url) => url.pathname === '/login')
        await logIn(page, DEMO_FAN)
        await page.waitForURL((url) => url.pathname === '/my-predictions')
        await expect(page.getByRole('tab', { name: 'my setlist picks', selected: true })).toBeVisible()
      })

      await test.step('shows the picks of a show', async () => {
        await page.getByRole('button', { name: 'view picks' }).first().click()
        const dialog = page.getByRole('dialog')
        for (const name of [/^Set 1/, /^Set 2/, /^Encore/]) {
          await expect(dialog.getByRole('heading', { name })).toBeVisible()
        }
        await expect(dialog.getByRole('listitem').first()).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      })

      await test.step('shows the score of a prediction, and leads back to the setlist', async () => {
        await page.getByRole('button', { name: 'score', exact: true }).first().click()
        await page.waitForURL(/\/prediction\/\d+\/score$/)
        await expect(page.getByRole('heading', { name: 'Score Breakdown' })).toBeVisible()
        await expect(page.getByTestId('total-score')).toContainText(/^\d+ points?$/)
        await page.getByRole('button', { name: 'Back to Setlist' }).click()
        await page.waitForURL(/\/prediction\/\d+$/)
        await expect(page.getByRole('list', { name: 'Set 1' })).toBeVisible()
      })
    })

    test('fills, clears, tests, saves and resets a prediction', async ({ page, watchConsole }) => {
      watchConsole(page)
      await becomeNewFan(page, 'Rosa Routes')
      await pickNextShow(page)
      const builderPath = new URL(page.url()).pathname
      const { showdate, venue } = await currentShow(page)
      const showDay = inWords(showdate, { dateStyle: 'full' })
      await expectToast(page, 'Show Selected', `Now build your setlist picks for ${showDay}.`)
      await expect(page.getByRole('heading', { name: venue }).filter({ hasText: 'Editing' })).toBeVisible()

      const kickstart = page.getByRole('button', { name: 'kung-fu setlist kickstart' })
      await test.step('fills nine slots from the notebook', async () => {
        const { texts } = await (await page.request.get('/api/site')).json()
        await kickstart.click()
        await expectToast(page, texts.kickstartMessage)
        await expectSongCounts(page, [4, 4, 1])
        await expect(kickstart).toBeHidden()
      })

      await test.step('restores cleared picks by undo', async () => {
        await page.getByRole('button', { name: 'Clear' }).click()
        await page.waitForURL((url) => url.pathname === '/')
        await expectSongCounts(page, [0, 0, 0])
        await page.getByRole('button', { name: 'undo' }).click()
        await page.waitForURL(`**${builderPath}`)
        await expectSongCounts(page, [4, 4, 1])
      })

      await test.step('shows a test score in place of the setlist', async () => {
        await page.getByRole('button', { name: 'Test Score' }).click()
        await expect(page.getByText('TEST SCORE', { exact: true })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Score Breakdown' })).toBeVisible()
        const points = Number.parseInt((await page.getByTestId('total-score').textContent()) ?? '', 10)
        await expectToast(page, 'Test Scoring Complete', `Your score: ${points} points`)
        await page.getByRole('button', { name: 'Back to Setlist' }).click()
        await expectSongCounts(page, [4, 4, 1])
      })

      await test.step('saves the picks', async () => {
        await submit(page)
        await expect(page.getByRole('button', { name: 'edit picks' }).first()).toBeVisible()
      })

      await test.step('resets the picks after a question', async () => {
        const dialog = page.getByRole('alertdialog', { name: 'Reset Prediction?' })
        await page.getByRole('button', { name: 'reset', exact: true }).click()
        await expect(dialog).toContainText(`Your picks for ${showDay} will be reset. This cannot be undone.`)
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog).toBeHidden()
        await expectSongCounts(page, [4, 4, 1])
        await page.getByRole('button', { name: 'reset', exact: true }).click()
        await dialog.getByRole('button', { name: 'Reset' }).click()
        await expectToast(page, 'setlist pick reset')
        await page.waitForURL((url) => url.pathname === '/')
        await expect(page.getByRole('button', { name: 'pick setlist' }).first()).toBeVisible()
        await expectSongCounts(page, [0, 0, 0])
      })
    })
  })
}
