import type { Page } from '@playwright/test'
import { pickNextShow, submit } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './new-fan.ts'
import { DEMO_FAN, logIn } from './people.ts'
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
async function openShow(page: Page): Promise<{ showdate: string; venue: string }> {
  return (await page.request.get(`/api/shows/${new URL(page.url()).pathname.split('/')[2]}`)).json()
}

for (const viewport of [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('a visitor looks around, is sent to log in, and comes back as a fan', async ({
      page,
      watchConsole,
    }) => {
      watchConsole(page)
      await page.goto('/')

      await test.step('home invites them', async () => {
        const banner = page.getByRole('complementary', { name: 'play along' })
        await expect(banner.getByRole('link', { name: 'sign up' })).toHaveAttribute('href', '/register')
        await expect(banner.getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/login')
        await expect(page.getByRole('heading', { name: /^Build a Setlist/ })).toContainText('Editing')
        await expect(page.getByText('sign up or log in to pick a setlist.')).toBeVisible()
        await expect(page.getByRole('link', { name: 'view leaderboard' })).toHaveAttribute(
          'href',
          '/leaderboard',
        )
      })

      await test.step('they cannot pick a show', async () => {
        await page.getByRole('button', { name: 'pick setlist' }).click()
        await expectToast(page, 'Login Required', 'Please log in to submit a setlist.')
        expect(new URL(page.url()).pathname).toBe('/')
      })

      await test.step('they turn their device, and the show stays in its place', async () => {
        const left = async () => (await page.getByRole('button', { name: 'pick setlist' }).boundingBox())?.x
        const before = await left()
        for (const size of [{ width: viewport.height, height: viewport.width }, viewport]) {
          await page.setViewportSize(size)
          await expect(page.getByRole('button', { name: 'pick setlist' })).toBeInViewport()
        }
        await expect.poll(left).toBe(before)
      })

      await test.step('they read setlists in a circle', async () => {
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
        await expect(place).toContainText(`1 / ${shows.length}`)
        await dialog.getByRole('button', { name: 'close' }).click()
        await expect(dialog).toBeHidden()
      })

      await test.step('a path is the same in any case and with a slash behind it', async () => {
        await page.goto('/LeaderBoard/')
        await expect(page.getByRole('tab', { name: 'global leaders' })).toBeVisible()
        await expect(page.getByRole('row').nth(1)).toBeVisible()
      })

      await test.step('an unknown one is said to be', async () => {
        await page.goto('/leaderboard/of/yesterday')
        await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
      })

      await test.step('a page of fans asks for a login, and is what follows it', async () => {
        await page.goto('/my-predictions?tab=picks')
        await page.waitForURL((url) => url.pathname === '/login')
        await logIn(page, DEMO_FAN)
        await page.waitForURL((url) => url.pathname === '/my-predictions')
        await expect(page.getByRole('tab', { name: 'my setlist picks', selected: true })).toBeVisible()
      })

      await test.step('they look at a pick', async () => {
        await page.getByRole('button', { name: 'view picks' }).first().click()
        const dialog = page.getByRole('dialog')
        for (const name of [/^Set 1/, /^Set 2/, /^Encore/]) {
          await expect(dialog.getByRole('heading', { name })).toBeVisible()
        }
        await expect(dialog.getByRole('listitem').first()).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      })

      await test.step('they look at their scorecard', async () => {
        await page.getByRole('tab', { name: 'my scorecard' }).click()
        await expect(page.getByRole('heading', { name: 'Your Scorecard' })).toBeVisible()
        await expect(page.getByText('Total Score')).toBeVisible()
        await expect(page.getByText(/^From \d+ shows?$/)).toBeVisible()
        await page.getByRole('tab', { name: 'my setlist picks' }).click()
      })

      await test.step('they look at how a pick scored, and go back to the setlist', async () => {
        await page.getByRole('button', { name: 'score', exact: true }).first().click()
        await page.waitForURL(/\/prediction\/\d+\/score$/)
        await expect(page.getByRole('heading', { name: 'Score Breakdown' })).toBeVisible()
        await expect(page.getByTestId('total-score')).toContainText(/^\d+pts$/)
        await page.getByRole('button', { name: 'Back to Setlist' }).click()
        await page.waitForURL(/\/prediction\/\d+$/)
        await expect(page.getByRole('list', { name: 'Set 1' })).toBeVisible()
      })

      await test.step('an admin page sends them home', async () => {
        await page.goto('/admin/scoring')
        await page.waitForURL((url) => url.pathname === '/')
        await expectToast(page, 'Access Denied', "You don't have admin privileges to access this page.")
      })
    })

    test('a fan starts with the notebook, clears, tries out, saves and resets', async ({
      page,
      watchConsole,
    }) => {
      watchConsole(page)
      await becomeNewFan(page, 'Rosa Routes')
      await pickNextShow(page)
      const builderPath = new URL(page.url()).pathname
      const { showdate, venue } = await openShow(page)
      const showDay = inWords(showdate, { dateStyle: 'full' })
      await expectToast(page, 'Show Selected', `Now build your setlist picks for ${showDay}.`)
      await expect(page.getByRole('heading', { name: venue })).toContainText('Editing')

      const kickstart = page.getByRole('button', { name: 'kung-fu setlist kickstart' })
      await test.step('nothing can be done with no song', async () => {
        await page.getByRole('button', { name: 'submit setlist' }).click()
        await expectToast(
          page,
          "Can't submit empty prediction",
          'Please select at least one song for your prediction.',
        )
        await page.getByRole('button', { name: 'Test Score' }).click()
        await expectToast(
          page,
          "Can't score empty prediction",
          'Please select at least one song for your prediction.',
        )
        await expectSongCounts(page, [0, 0, 0])
      })

      await test.step('the notebook deals nine songs', async () => {
        const { texts } = await (await page.request.get('/api/site')).json()
        await kickstart.click()
        await expectToast(page, texts.kickstartMessage)
        await expectSongCounts(page, [4, 4, 1])
        await expect(kickstart).toBeHidden()
      })

      await test.step('Clear can be undone', async () => {
        await page.getByRole('button', { name: 'Clear' }).click()
        await page.waitForURL((url) => url.pathname === '/')
        await expectSongCounts(page, [0, 0, 0])
        await page.getByRole('button', { name: 'undo' }).click()
        await page.waitForURL(`**${builderPath}`)
        await expectSongCounts(page, [4, 4, 1])
      })

      await test.step('a test score takes the place of the setlist, and goes again', async () => {
        await page.getByRole('button', { name: 'Test Score' }).click()
        await expect(page.getByText('TEST SCORE', { exact: true })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Score Breakdown' })).toBeVisible()
        const points = (await page.getByTestId('total-score').textContent())?.replace('pts', '')
        await expectToast(page, 'Test Scoring Complete', `Your score: ${points} points`)
        const notes = page.getByText('This is a test score using a sample setlist.')
        await expect(notes).toBeHidden()
        await page.getByText('show notes').click()
        await expect(notes).toBeVisible()
        await page.getByRole('button', { name: 'Back to Setlist' }).click()
        await expectSongCounts(page, [4, 4, 1])
      })

      await test.step('saved picks can be edited or reset', async () => {
        await submit(page)
        await expect(page.getByRole('button', { name: 'edit picks' })).toBeVisible()
      })

      await test.step('a reset is asked about, and takes them away', async () => {
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
        await expect(page.getByRole('button', { name: 'pick setlist' })).toBeVisible()
        await expectSongCounts(page, [0, 0, 0])
      })
    })
  })
}
