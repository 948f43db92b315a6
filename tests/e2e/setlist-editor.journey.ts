import type { Page } from '@playwright/test'
import { addSong, mostPlayedSongs, submit } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { DEMO_ADMIN, DEMO_FAN, logInByRequest, openBrowser } from './people.ts'
import { addToSet, expectPlayed, openEditor, saveSetlist } from './setlist-editor.ts'

async function fitsViewport(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}

const nextYear = `${new Date().getUTCFullYear() + 1}-06-01`

test('enters, corrects and scores a setlist, and updates a second admin', async ({
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
  await logInByRequest(fan, DEMO_FAN)
  await logInByRequest(admin, DEMO_ADMIN)
  await logInByRequest(second, DEMO_ADMIN)
  const venue = `Editor Hall ${Date.now()}`
  let showId = ''

  await test.step('adds a tour, and a show on it that home lists without a reload', async () => {
    await fan.goto('/')
    await expect(fan.getByRole('button', { name: 'pick setlist' }).first()).toBeVisible()
    await admin.goto('/admin/scoring')
    await admin.getByRole('button', { name: 'add a tour' }).click()
    const tourDialog = admin.getByRole('dialog', { name: 'add a tour' })
    await tourDialog.getByLabel('Name').fill('Editor Tour')
    await tourDialog.getByLabel('First day').fill(nextYear)
    await tourDialog.getByLabel('Last day').fill(nextYear)
    await tourDialog.getByRole('button', { name: 'add the tour' }).click()
    await expect(admin.getByRole('heading', { name: 'Editor Tour' })).toBeVisible()

    await admin.getByRole('button', { name: 'add a show' }).click()
    const dialog = admin.getByRole('dialog', { name: 'add a show' })
    await dialog.getByLabel('Day').fill(nextYear)
    await dialog.getByLabel('Venue').fill(venue)
    await dialog.getByLabel('City').fill('Harborview')
    await dialog.getByRole('button', { name: 'add the show' }).click()
    const row = admin.getByRole('listitem', { name: venue })
    await expect(row).toContainText('0 fans · no setlist · from hand')
    expect(await fitsViewport(admin)).toBe(true)
    await row.getByRole('link', { name: 'setlist editor' }).click()
    await expect(admin).toHaveURL(/\/admin\/shows\/\d+$/)
    showId = new URL(admin.url()).pathname.split('/').at(-1) ?? ''
    await expect(fan.getByText(venue).first()).toBeAttached()
  })

  await test.step('chooses the time zone of its venue on the dashboard', async () => {
    await second.goto('/admin')
    await second.getByText(/^\d+ tasks?$/).click()
    const zone = second.getByRole('combobox', { name: `Time zone of ${venue}` })
    await zone.fill('America/New_York')
    await zone.press('Enter')
    await expect(zone).toBeHidden()
    await openEditor(second, showId)
    await expect(second.getByText('America/New_York')).toBeVisible()
  })

  await test.step('saves a prediction for it', async () => {
    await fan.goto(`/prediction/${showId}`)
    await addSong(fan, one, 'Set 1')
    await addSong(fan, two, 'Set 1')
    await submit(fan)
  })

  await test.step('looks the setlist up without storing it', async () => {
    await openEditor(admin, showId)
    await admin.getByRole('button', { name: 'ask the source' }).click()
    await expect(admin.getByText('The source has no setlist for this show.')).toBeVisible()
  })

  await test.step('enters a setlist by keyboard, and keeps it through a reload', async () => {
    await addToSet(admin, 'Set 1', [two, one])
    await addToSet(admin, 'Encore', [three])
    await admin.getByRole('button', { name: `move ${one} up` }).click()
    await expectPlayed(admin, 'Set 1', [one, two])
    await admin.reload()
    await expectPlayed(admin, 'Set 1', [one, two])
    await expectPlayed(admin, 'Encore', [three])
    await expect(admin.getByText('not saved')).toBeVisible()
    expect(await fitsViewport(admin)).toBe(true)
  })

  await test.step('shows differences, and counts no scores before the lock', async () => {
    const differences = admin.getByRole('list', { name: 'differences' })
    await expect(differences.getByRole('listitem')).toHaveCount(3)
    await expect(admin.getByRole('button', { name: 'preview the scores' })).toBeDisabled()
    await expect(admin.getByText('You can preview the scores once picks are closed.')).toBeVisible()
  })

  await test.step('saves and scores, and updates the page of the second admin', async () => {
    await openEditor(second, showId)
    await saveSetlist(admin)
    await expectPlayed(second, 'Set 1', [one, two])
    await admin.getByRole('button', { name: 'Score Show' }).click()
    await admin.getByRole('button', { name: 'close picks and score' }).click()
    await expect(admin.getByText('Processed 1 predictions with 0 errors').first()).toBeVisible()
    await expect(second.getByText('Scored', { exact: true })).toBeVisible()
  })

  await test.step('saves a correction of the second admin, which the fan sees at once', async () => {
    await fan.goto(`/prediction/${showId}/score`)
    await expect(fan.getByTestId('total-score')).toHaveText('30 points')
    await addToSet(admin, 'Set 2', [four])
    await second.getByRole('button', { name: `move ${two} up` }).click()
    await second.getByRole('button', { name: 'preview the scores' }).click()
    await expect(second.getByText('1 of 1 score would change')).toBeVisible()
    await saveSetlist(second)
    await second.getByRole('button', { name: 'Rescore' }).click()
    await expect(second.getByText('Rescoring Complete').first()).toBeVisible()
    const corrections = fan.getByRole('region', { name: 'Corrections' })
    await corrections.getByText('corrections').click()
    await expect(corrections).toContainText(`${one} moved to set 1, slot 2`)
    await fan.goto(`/shows/${showId}`)
    await expect(fan.getByRole('region', { name: 'corrections' })).toContainText('by an admin')
  })

  await test.step('shows the conflict to the first admin, who takes the new revision', async () => {
    await expect(admin.getByText('Revision 2 was saved while you were at work.')).toBeVisible()
    await expectPlayed(admin, 'Set 2', [four])
    await expect(admin.getByRole('button', { name: 'save setlist' })).toBeDisabled()
    await admin.getByRole('button', { name: 'take theirs' }).click()
    await expectPlayed(admin, 'Set 1', [two, one])
    await expect(admin.getByRole('list', { name: 'Set 2' }).getByRole('listitem')).toHaveCount(0)
  })

  await test.step('locks a show and clears the lock', async () => {
    const upcoming: { shows: { id: number }[] } = await (
      await admin.request.get('/api/shows/upcoming')
    ).json()
    const other = String(upcoming.shows.at(-1)?.id)
    await openEditor(second, other)
    await second.getByLabel('Picks close at (your time)').fill(`${nextYear}T20:30`)
    await second.getByRole('button', { name: 'set the lock' }).click()
    await expect(second.getByRole('button', { name: 'clear the lock' })).toBeVisible()
    await second.getByRole('button', { name: 'clear the lock' }).click()
    await expect(second.getByRole('button', { name: 'clear the lock' })).toBeHidden()
    expect(await fitsViewport(second)).toBe(true)
  })

  await test.step('locks the picks of a show, and opens them again', async () => {
    await second.getByRole('button', { name: 'lock now' }).click()
    await second.getByRole('button', { name: 'yes, lock now' }).click()
    // The last of the coming shows is more than a day away.
    await second.getByRole('button', { name: 'yes, lock it this early' }).click()
    await second.getByRole('button', { name: 'reopen picks' }).click()
    const dialog = second.getByRole('dialog', { name: 'reopen picks' })
    await dialog.getByLabel('Picks close at (your time)').fill(`${nextYear}T20:30`)
    await dialog.getByLabel('Reason').fill('Locked by mistake')
    await dialog.getByRole('button', { name: 'reopen picks' }).click()
    await expect(second.getByRole('button', { name: 'lock now' })).toBeVisible()
  })

  await test.step('cancels and restores a show', async () => {
    await second.getByRole('button', { name: 'cancel the show' }).click()
    await second.getByRole('button', { name: 'yes, cancel the show' }).click()
    await second.getByRole('button', { name: 'restore the show' }).click()
    await second.getByRole('button', { name: 'yes, restore it' }).click()
    await expect(second.getByRole('button', { name: 'lock now' })).toBeVisible()
  })
})
