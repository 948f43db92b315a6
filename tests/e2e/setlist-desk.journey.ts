import type { Page } from '@playwright/test'
import { addSong, submit } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { logInByCall } from './new-fan.ts'
import { DEMO_ADMIN, DEMO_FAN, openBrowser } from './people.ts'
import { mostPlayedSongs } from './setlist.ts'
import { addToDesk, expectDesk, openDesk } from './setlist-desk.ts'

const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 768

async function fitsItsWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}

/** A day that is always to come, as a date field has it. */
const nextYear = `${new Date().getUTCFullYear() + 1}-06-01`

test('an admin enters, corrects and scores a setlist on a phone, and a second one follows', async ({
  browser,
  watchConsole,
}) => {
  test.setTimeout(300_000)
  const [fan, admin, second] = [
    await openBrowser(browser, watchConsole),
    await openBrowser(browser, watchConsole),
    await openBrowser(browser, watchConsole),
  ]
  await admin.setViewportSize({ width: 375, height: 740 })
  await second.setViewportSize({ width: 1440, height: 900 })
  const [one, two, three, four] = await mostPlayedSongs(fan)
  await logInByCall(fan, DEMO_FAN)
  await logInByCall(admin, DEMO_ADMIN)
  await logInByCall(second, DEMO_ADMIN)
  const venue = `Desk Hall ${Date.now()}`
  let showId = ''

  await test.step('adds a tour, and a show on it that home lists without a reload', async () => {
    await fan.goto('/')
    await expect(fan.getByRole('button', { name: 'pick setlist' }).first()).toBeVisible()
    await admin.goto('/admin/scoring')
    await admin.getByRole('button', { name: 'add a tour' }).click()
    const tourDialog = admin.getByRole('dialog', { name: 'add a tour' })
    await tourDialog.getByRole('button', { name: 'add the tour' }).click()
    await expect(tourDialog.getByText('Please enter a date').first()).toBeVisible()
    await tourDialog.getByLabel('Name').fill('Desk Tour')
    await tourDialog.getByLabel('First day').fill(nextYear)
    await tourDialog.getByLabel('Last day').fill(nextYear)
    await tourDialog.getByRole('button', { name: 'add the tour' }).click()
    await expect(admin.getByRole('heading', { name: 'Desk Tour' })).toBeVisible()

    await admin.getByRole('button', { name: 'add a show' }).click()
    const dialog = admin.getByRole('dialog', { name: 'add a show' })
    await dialog.getByLabel('Day').fill(nextYear)
    await dialog.getByLabel('Venue').fill(venue)
    await dialog.getByLabel('City').fill('Harborview')
    await dialog.getByRole('button', { name: 'add the show' }).click()
    const row = admin.getByRole('listitem', { name: venue })
    await expect(row).toContainText('0 predictions · no setlist · from hand')
    expect(await fitsItsWindow(admin)).toBe(true)
    await row.getByRole('link', { name: 'setlist desk' }).click()
    await expect(admin).toHaveURL(/\/admin\/shows\/\d+$/)
    showId = new URL(admin.url()).pathname.split('/').at(-1) ?? ''
    await expect(fan.getByText(venue).first()).toBeAttached()
  })

  await test.step('a fan predicts it', async () => {
    await fan.goto(`/prediction/${showId}`)
    await addSong(fan, one, 'Set 1')
    await addSong(fan, two, 'Set 1')
    await submit(fan)
  })

  await test.step('asks the source, which stores nothing', async () => {
    await openDesk(admin, showId)
    await admin.getByRole('button', { name: 'ask the source' }).click()
    await expect(admin.getByText('The source has no setlist for this show.')).toBeVisible()
  })

  await test.step('enters what was played by the keyboard, and a reload loses nothing', async () => {
    await addToDesk(admin, 'Set 1', [two, one])
    await addToDesk(admin, 'Encore', [three])
    await admin.getByRole('button', { name: `move ${one} up` }).click()
    await expectDesk(admin, 'Set 1', [one, two])
    await admin.reload()
    await expectDesk(admin, 'Set 1', [one, two])
    await expectDesk(admin, 'Encore', [three])
    await expect(admin.getByText('not saved')).toBeVisible()
    expect(await fitsItsWindow(admin)).toBe(true)
  })

  await test.step('sees what a save changes and whom it would give points', async () => {
    const differences = admin.getByRole('list', { name: 'differences' })
    await expect(differences.getByRole('listitem')).toHaveCount(3)
    await admin.getByRole('button', { name: 'what would move?' }).click()
    await expect(admin.getByText('1 of 1 predictions would get points')).toBeVisible()
  })

  await test.step('saves and scores; the second admin’s page follows', async () => {
    await openDesk(second, showId)
    await admin.getByRole('button', { name: 'save setlist' }).click()
    await expect(admin.getByText('setlist saved').first()).toBeVisible()
    await expectDesk(second, 'Set 1', [one, two])
    await admin.getByRole('button', { name: 'Score Show' }).click()
    await expect(admin.getByText('Processed 1 predictions with 0 errors').first()).toBeVisible()
    await expect(second.getByText('Scored', { exact: true })).toBeVisible()
  })

  await test.step('the second corrects it, while the first is at work as well', async () => {
    await addToDesk(admin, 'Set 2', [four])
    await second
      .getByRole('list', { name: 'Set 1' })
      .getByRole('button', { name: `move ${two} up` })
      .click()
    await second.getByRole('button', { name: 'what would move?' }).click()
    await expect(second.getByText('1 of 1 scores would move')).toBeVisible()
    await second.getByRole('button', { name: 'save setlist' }).click()
    await expect(second.getByText('setlist saved').first()).toBeVisible()
    await second.getByRole('button', { name: 'Rescore' }).click()
    await expect(second.getByText('Rescoring Complete').first()).toBeVisible()
  })

  await test.step('the first is told, loses nothing, and keeps theirs or takes the other', async () => {
    await expect(admin.getByText('Revision 2 was stored while you were at work.')).toBeVisible()
    await expectDesk(admin, 'Set 2', [four])
    await expect(admin.getByRole('button', { name: 'save setlist' })).toBeDisabled()
    await admin.getByRole('button', { name: 'take theirs' }).click()
    await expectDesk(admin, 'Set 1', [two, one])
    await expect(admin.getByRole('list', { name: 'Set 2' }).getByRole('listitem')).toHaveCount(0)
  })

  await test.step('locks a show and clears the lock', async () => {
    const upcoming: { shows: { id: number }[] } = await (
      await admin.request.get('/api/shows/upcoming')
    ).json()
    const other = String(upcoming.shows.at(-1)?.id)
    await openDesk(second, other)
    expect(isWide(second)).toBe(true)
    await second.getByLabel('Picks close at (your time)').fill(`${nextYear}T20:30`)
    await second.getByRole('button', { name: 'set the lock' }).click()
    await expect(second.getByText('lock set').first()).toBeVisible()
    await second.getByRole('button', { name: 'clear the lock' }).click()
    await expect(second.getByText('lock cleared').first()).toBeVisible()
    await expect(second.getByRole('button', { name: 'clear the lock' })).toBeHidden()
    expect(await fitsItsWindow(second)).toBe(true)
  })
})
